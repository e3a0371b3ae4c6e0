import { usePage } from '../../pages/page-context.js';
import { Visit } from './visit.js';

/** The visit whose page is being rendered. */
export function useVisit(): Visit {
  const page = usePage();
  if (!(page instanceof Visit)) throw new Error('a component of the console is rendered elsewhere');
  return page;
}
