import { LinkLine } from '../../pages/text-links.js';
import { useVisit } from '../visit/use-visit.js';
import { useWords } from '../../pages/words.js';

interface Props {
  /** As the audit is searched by it, such as `group 2`. */
  readonly target: string;
}

/** Leads to all changes of a thing, for those who may read the audit. */
export function ChangesLink({ target }: Props) {
  const visit = useVisit();
  if (!visit.caller.may('audit.read')) return null;
  return (
    <LinkLine to="audit" parameters={{ target }}>
      {useWords('console').changes}
    </LinkLine>
  );
}
