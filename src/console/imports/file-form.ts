import type { FileForm } from '../../catalog/import/uploaded/uploaded-file.js';

const MAX_NAME_CHARACTERS = 200;

/** The form of a file by the end of its name; browsers do not agree on the types of files. */
export function fileFormOf(name: string): FileForm {
  const ending = name.toLowerCase().split('.').at(-1);
  return ending === 'csv' || ending === 'json' ? ending : 'unknown';
}

/** A name that fits into the list of uploads. */
export function uploadName(name: string): string {
  return name.trim().slice(0, MAX_NAME_CHARACTERS);
}
