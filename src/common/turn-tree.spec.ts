import { TurnTree } from './turn-tree.js';

function treeOf(...paths: string[]): TurnTree<string> {
  const tree = new TurnTree<string>();
  for (const path of paths) tree.add(path.split('/').slice(0, -1), path);
  return tree;
}

function inTurns(tree: TurnTree<string>): string[] {
  const taken: string[] = [];
  for (let one = tree.next(); one !== undefined; one = tree.next()) taken.push(one);
  return taken;
}

describe('a tree of turns', () => {
  it('gives branches their turns at each level', () => {
    const tree = treeOf('a/x/1', 'a/x/2', 'a/y/3', 'a/x/4', 'b/z/5', 'b/z/6');
    expect(tree.size).toBe(6);
    expect(inTurns(tree)).toEqual(['a/x/1', 'b/z/5', 'a/y/3', 'b/z/6', 'a/x/2', 'a/x/4']);
    expect(tree.size).toBe(0);
  });

  it('forgets what is taken out of it', () => {
    const tree = treeOf('a/x/1', 'a/y/2');
    expect(tree.remove(['a', 'x'], 'a/x/1')).toBe(true);
    expect([tree.remove(['a', 'x'], 'a/x/1'), tree.remove(['c'], 'c/1')]).toEqual([false, false]);
    expect([tree.size, inTurns(tree)]).toEqual([1, ['a/y/2']]);
  });

  it('knows its crowd, the newest or the oldest of equal ones', () => {
    const tree = treeOf('a/x/1', 'b/x/2', 'b/y/3', 'b/y/4', 'c/x/5', 'c/x/6');
    expect(tree.crowd('first')).toEqual(['b/y/3', 'b/y/4']);
    const equal = treeOf('a/x/1', 'b/x/2');
    expect([equal.crowd('first'), equal.crowd('last')]).toEqual([['a/x/1'], ['b/x/2']]);
    expect(treeOf().crowd('first')).toEqual([]);
  });
});
