import { dirname } from 'node:path/posix';

/** Which file imports which. */
export type Imports = readonly { readonly from: string; readonly to: string }[];

/** @returns groups of folders each of which leads to all others of its group, by what their own files import */
export function foldersInRings(imports: Imports): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [folder, other] = [dirname(from), dirname(to)];
    if (folder !== other) next.set(folder, (next.get(folder) ?? new Set()).add(other));
  }
  const reached = new Map([...next.keys()].map((folder) => [folder, reachable(folder, next)]));
  const rings = [...reached].flatMap(([folder, folders]) => {
    const ring = [...folders].filter((other) => reached.get(other)?.has(folder));
    return folders.has(folder) && folder === ring.toSorted()[0] ? [ring.toSorted()] : [];
  });
  return rings.toSorted();
}

/** The same imports between the sub-folders of one folder, each with all that is below it. */
export function betweenSubFolders(imports: Imports, folder: string): Imports {
  const subFolderOf = (file: string) => {
    const [first, ...below] = file.startsWith(`${folder}/`)
      ? file.slice(folder.length + 1).split('/')
      : [];
    return first !== undefined && below.length > 0 ? `${folder}/${first}` : undefined;
  };
  return imports.flatMap(({ from, to }) => {
    const [one, other] = [subFolderOf(from), subFolderOf(to)];
    return one && other ? [{ from: `${one}/all`, to: `${other}/all` }] : [];
  });
}

function reachable(folder: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>();
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const other of next.get(at) ?? []) {
      if (found.has(other)) continue;
      found.add(other);
      open.push(other);
    }
  }
  return found;
}
