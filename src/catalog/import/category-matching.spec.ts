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
    expect([1, 2, 3].map((category_id) => matched.idOf({ category_id }))).toEqual([70, 100, 101]);
  });

  it('prefers an image of the file', () => {
    const withImage = [category(1, null, 'Games', { image: '/new.svg' })];
    const live = [category(70, null, 'Games', { image: '/games.svg' })];
    const [matched] = matchCategories(withImage, { live, highestId: 70 }).categories;
    expect(matched?.image).toBe('/new.svg');
  });

  describe('with equal names', () => {
    const live = [
      category(70, null, 'Games'),
      category(71, 70, 'UC'),
      category(80, null, 'Games'),
      category(81, 80, 'UC'),
      category(90, null, 'UC'),
    ];
    const { categories, idOf } = matchCategories(found, { live, highestId: 99 });

    it('takes all categories at a path, as they are', () => {
      expect(categories.map(({ id }) => id)).toEqual([70, 80, 71, 81, 90]);
      for (const one of categories) expect(live).toContainEqual(one);
    });

    it('leaves a product where it is, if its path is the one of the file', () => {
      expect(idOf({ category_id: 2 }, 81)).toBe(81);
      expect(idOf({ category_id: 2 }, 71)).toBe(71);
      expect(idOf({ category_id: 2 }, 90)).toBe(71);
      expect(idOf({ category_id: 2 })).toBe(71);
      expect(idOf({ category_id: 0 }, 90)).toBe(90);
    });

    it('takes a category by its id, if the path beside it is that of the category', () => {
      expect(idOf({ category_id: 2, storedCategory: 81 }, 71)).toBe(81);
      expect(idOf({ category_id: 0, storedCategory: 90 }, 71)).toBe(90);
      expect(() => idOf({ category_id: 2, storedCategory: 90 })).toThrow(
        'category_id 90 is the category "UC", and not the one that the row names',
      );
      expect(() => idOf({ category_id: 0, storedCategory: 5 })).toThrow('there is no category 5');
    });
  });

  it('refuses when no id is left', () => {
    const stored = { live: [], highestId: 2_147_483_646 };
    expect(() => matchCategories(found, stored)).toThrow('no category id is left');
  });
});
