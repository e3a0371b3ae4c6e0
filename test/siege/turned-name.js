/**
 * Imported by Node before a program: the name `turned.example` has the address in TURNED_NAME there, so its owner seems to
 * have changed it where two programs have two. It imports nothing of its own, since plain Node runs it beside any version.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const NAME = 'turned.example';
const address = process.env.TURNED_NAME ?? '';
const found = { address, family: address.includes(':') ? 6 : 4 };
const { lookup } = dns;
const promised = dns.promises.lookup;

dns.lookup = (...words) => {
  const [host, options] = words;
  if (host !== NAME) return lookup(...words);
  const answer = options?.all ? [[found]] : [found.address, found.family];
  process.nextTick(words.at(-1), null, ...answer);
};
dns.promises.lookup = async (host, options) => {
  if (host !== NAME) return promised(host, options);
  return options?.all ? [found] : found;
};
syncBuiltinESMExports();
