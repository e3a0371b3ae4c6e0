/** Keeps catalog answers. A cache belongs to one account of one shop. */
export interface EtagCache {
  get(key: string): EtagEntry | undefined | Promise<EtagEntry | undefined>;
  set(key: string, entry: EtagEntry): void | Promise<void>;
}

export interface EtagEntry {
  readonly etag: string;
  readonly text: string;
}

const MAX_CHARACTERS = 64 * 1024 * 1024;

/** In memory; drops what was not used for longest. */
export function memoryEtagCache(maxCharacters = MAX_CHARACTERS): EtagCache {
  const entries = new Map<string, EtagEntry>();
  let characters = 0;
  const drop = (key: string): void => {
    characters -= entries.get(key)?.text.length ?? 0;
    entries.delete(key);
  };
  const add = (key: string, entry: EtagEntry): void => {
    drop(key);
    entries.set(key, entry);
    characters += entry.text.length;
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry) add(key, entry);
      return entry;
    },
    set(key, entry) {
      drop(key);
      if (entry.text.length > maxCharacters) return;
      add(key, entry);
      for (const oldest of entries.keys()) {
        if (characters <= maxCharacters) return;
        drop(oldest);
      }
    },
  };
}
