import { hash } from 'node:crypto';
import process from 'node:process';
import { BaseSequencer } from 'vitest/node';

/** Parts of paths, separated by commas: specs with the first of them are begun first, then those with the second … */
const FIRST = (process.env.SPECS_FIRST ?? '').split(',').filter(Boolean);

/**
 * Begins with the specs that `SPECS_FIRST` names. Otherwise the specs of a shop come before those of the sources, so that
 * each worker is started once, and of either the long ones first: one that is begun last leaves the other workers
 * with nothing to do. A random order, which `--sequence.shuffle` asks for, depends on the seed alone.
 */
export default class SpecOrder extends BaseSequencer {
  /** @param {readonly import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const { shuffle, seed } = this.ctx.config.sequence;
    const sorted = shuffle ? byHash(files, seed) : await super.sort([...files]);
    return sorted.sort((one, other) => rank(one, shuffle) - rank(other, shuffle));
  }
}

/**
 * @param {readonly import('vitest/node').TestSpecification[]} files
 * @param {number} seed
 */
function byHash(files, seed) {
  const place = ({ moduleId }) => hash('sha1', `${seed} ${moduleId}`);
  return [...files].sort((one, other) => (place(one) < place(other) ? -1 : 1));
}

/**
 * @param {import('vitest/node').TestSpecification} file
 * @param {boolean} shuffle
 */
function rank({ moduleId, project }, shuffle) {
  const first = FIRST.findIndex((part) => moduleId.includes(part));
  if (first >= 0) return first - FIRST.length;
  const kind = project.name === 'sources' ? 2 : 0;
  return shuffle || moduleId.includes('.long.') ? kind : kind + 1;
}
