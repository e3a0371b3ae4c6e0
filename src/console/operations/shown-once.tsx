import { Secret } from '../../pages/secret.js';
import { LinkLine } from '../../pages/text-links.js';
import { useWords } from '../../pages/words.js';

interface ShownOnceProps {
  readonly said: string;
  readonly secret: string;
  /** The page to go on with, below the home page. */
  readonly to: string;
}

/** A secret that the answer to a form shows, and nothing afterwards. */
export function ShownOnce({ said, secret, to }: ShownOnceProps) {
  return (
    <>
      <p>{said}</p>
      <Secret>{secret}</Secret>
      <LinkLine to={to}>{useWords('page').goOn}</LinkLine>
    </>
  );
}
