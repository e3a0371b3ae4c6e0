import { activeFilters, withoutFilters, type Filter } from './filter.js';

const TEXT: Filter = { name: 'text', label: 'Text' };
const STATUS: Filter = {
  name: 'status',
  label: 'State',
  options: [
    ['', 'any'],
    ['wait', 'waiting'],
  ],
};
const SORT: Filter = {
  name: 'sort',
  label: 'Order',
  options: [
    ['oldest', 'oldest first'],
    ['newest', 'newest first'],
  ],
};
const BELOW: Filter = { name: 'below', label: 'Below', isNeeded: true };

describe('filters', () => {
  it.each([
    ['none without values', {}, []],
    ['none by a parameter of something else', { cursor: 'abc' }, []],
    ['a text that was typed', { text: 'ada' }, ['text']],
    ['none by an empty text', { text: '' }, []],
    ['a choice that leaves something out', { status: 'wait' }, ['status']],
    ['none by the first choice, even where it has a value', { sort: 'oldest' }, []],
    ['another choice than the first', { sort: 'newest' }, ['sort']],
    ['none that the list cannot be without', { below: '10' }, []],
    ['all of them', { text: 'ada', status: 'wait', sort: 'newest' }, ['text', 'status', 'sort']],
  ])('are active: %s', (_, values, names) => {
    const active = activeFilters([TEXT, STATUS, SORT, BELOW], values);
    expect(active.map(({ name }) => name)).toEqual(names);
  });

  it('are taken away one by one, or together, and leave the rest', () => {
    const values = { text: 'ada', status: 'wait', below: '10' };
    expect(withoutFilters(values, [STATUS])).toEqual({ text: 'ada', below: '10' });
    expect(withoutFilters(values, [TEXT, STATUS])).toEqual({ below: '10' });
    expect(withoutFilters(values, [])).toEqual(values);
  });
});
