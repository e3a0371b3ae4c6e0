import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path/posix';

/** A small mistake in the sources, and who would see it. */
export interface PlantedFault {
  /** Such as `07`. */
  readonly number: string;
  /** From the root of the project. */
  readonly path: string;
  readonly fault: string;
  readonly seenBy: string;
  /** The sources that it changes. */
  readonly files: readonly string[];
}

const FOLDER = 'test/planted';

/** All planted faults of a folder, by number. @throws Error for a patch without its two sentences */
export async function plantedFaults(folder = FOLDER): Promise<PlantedFault[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.patch')).sort();
  return Promise.all(
    names.map(async (name) =>
      plantedFault(name, await readFile(`${folder}/${name}`, 'utf8'), folder),
    ),
  );
}

export function plantedFault(name: string, text: string, folder = FOLDER): PlantedFault {
  const [, fault] = /^Fault: (.+)$/m.exec(text) ?? [];
  const [, seenBy] = /^Seen by: (.+)$/m.exec(text) ?? [];
  const [number] = name.split('-');
  const files = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].flatMap(([, file]) => file ?? []);
  if (number === undefined || fault === undefined || seenBy === undefined || files.length === 0) {
    throw new Error(`${name} needs a line «Fault: …», a line «Seen by: …» and a patch`);
  }
  return { number, path: `${folder}/${name}`, fault, seenBy, files };
}

/**
 * Parts of the paths of the specs that are nearest to a changed source, the nearest first: beside it, of its folder, of the
 * folder above …, of its room.
 */
export function nearestSpecs(file: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); folder.includes('/'); folder = dirname(folder)) {
    folders.push(`${folder}/`, `${folder.replace(/^src\//, 'test/')}/`);
  }
  return [file.replace(/\.tsx?$/, '.spec.'), ...folders];
}
