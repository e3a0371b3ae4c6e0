import { USUAL_CONVENTIONS } from '../../locales/conventions.js';
import { conventionsOf, type StoredConventions } from './stored-conventions.js';

const NOTHING: StoredConventions = {
  ownLanguage: null,
  shopLanguage: null,
  timeZone: null,
  weekStart: null,
  moneyDecimals: null,
};

it.each<[Partial<StoredConventions>, object]>([
  [{}, {}],
  [{ shopLanguage: 'de' }, { language: 'de' }],
  [{ ownLanguage: 'tr', shopLanguage: 'de' }, { language: 'tr' }],
  [{ ownLanguage: 'xx', shopLanguage: 'de' }, { language: 'de' }],
  [{ ownLanguage: 'xx', shopLanguage: '' }, {}],
  [{ timeZone: 'Europe/Istanbul' }, { timeZone: 'Europe/Istanbul' }],
  [{ timeZone: 'Moon/Tranquility' }, {}],
  [
    { weekStart: 7, moneyDecimals: 2 },
    { weekStart: 7, moneyDecimals: 2 },
  ],
])('of what is stored as %j: %j', (stored, conventions) => {
  const found = conventionsOf({ ...NOTHING, ...stored });
  expect(found).toEqual({ ...USUAL_CONVENTIONS, ...conventions });
});
