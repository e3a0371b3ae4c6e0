import { ChoiceLinks } from '../../pages/choice-links.js';
import { useVisit } from '../visit/use-visit.js';
import { isOfPart, type Part } from './navigation.js';

interface PagePartsProps {
  readonly label: string;
  readonly parts: readonly Omit<Part, 'icon'>[];
}

/** Links between pages that belong together, as far as the operator may read them; nothing for one alone. */
export function PageParts({ label, parts }: PagePartsProps) {
  const { links, caller, page: shown } = useVisit();
  const read = parts.filter(({ permission }) => permission === null || caller.may(permission));
  // Of the first one are all pages below it that are of no other one.
  const chosen = read.findLast((part) => isOfPart(part, shown));
  const choices = read.map((part) => ({
    ...{ name: part.name, href: links.to(part.page), isChosen: part === chosen },
  }));
  return choices.length > 1 ? <ChoiceLinks label={label} choices={choices} /> : null;
}
