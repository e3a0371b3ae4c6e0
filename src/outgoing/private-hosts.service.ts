import { Injectable } from '@nestjs/common';
import { MissingError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import { endpointText, type Endpoint } from './endpoint.js';
import { PrivateHostsRepository } from './private-hosts.repository.js';

/** So long an instance goes on to connect to a host that was taken off the list elsewhere. */
const REMEMBERED_MS = 10_000;

/** The endpoints that may have private addresses, as whoever has the terminal allows them. */
@Injectable()
export class PrivateHosts {
  private remembered: ReadonlySet<string> = new Set();
  private rememberedUntil = 0;

  constructor(private readonly hosts: PrivateHostsRepository) {}

  list(): Promise<Endpoint[]> {
    return this.hosts.list();
  }

  /** What was just added counts at once. */
  async includes(endpoint: Endpoint): Promise<boolean> {
    const text = endpointText(endpoint);
    if (this.remembered.has(text) && Date.now() < this.rememberedUntil) return true;
    this.remembered = new Set((await this.hosts.list()).map(endpointText));
    this.rememberedUntil = Date.now() + REMEMBERED_MS;
    return this.remembered.has(text);
  }

  async add(endpoint: Endpoint): Promise<void> {
    await this.hosts.insert(endpoint);
  }

  /** @throws MissingError */
  async remove(endpoint: Endpoint): Promise<void> {
    const isRemoved = await this.hosts.remove(endpoint);
    this.rememberedUntil = 0;
    if (isRemoved) return;
    throw new MissingError(...sentence('missing.private-host', { host: endpointText(endpoint) }));
  }
}
