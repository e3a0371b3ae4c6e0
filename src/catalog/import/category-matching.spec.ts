import { matchCategories } from './category-matching.js';

const category = (id: number, parent_id: number | null, name: string, more: object = {}) => ({
  id,
  parent_id,
  name,
  image: null,
  position: id,
  ...more,
});

describe('matchCategories', () => {
  const found = [category(1, null, 'Games'), category(2, 1, 'UC'), category(3, null, 'UC')];

  it('finds stored categories by name under the same parent and keeps their place and image', () => {
    const live = [
      category(70, null, 'Games', { image: '/games.svg', position: 9 }),
      category(71, 5, 'UC'),
    ];
    const matched = matchCategories(found, { live, highestId: 99 });
    expect(matched.categories).toEqual([
      category(70, null, 'Games', { image: '/games.svg', position: 9 }),
      category(100, 70, 'UC', { position: 2 }),
      category(101, null, 'UC', { position: 3 }),
    ]);
    expect([1, 2, 3].map(matched.idOf)).toEqual([70, 100, 101]);
  });

  it('prefers an image of the file', () => {
    const withImage = [category(1, null, 'Games', { image: '/new.svg' })];
    const live = [category(70, null, 'Games', { image: '/games.svg' })];
    const [matched] = matchCategories(withImage, { live, highestId: 70 }).categories;
    expect(matched?.image).toBe('/new.svg');
  });

  it('refuses when no id is left', () => {
    const stored = { live: [], highestId: 2_147_483_646 };
    expect(() => matchCategories(found, stored)).toThrow('no category id is left');
  });
});
