import { Locale } from '../../locales/locale.js';
import { textOfUse } from '../../operations/shop/text-of-use.js';
import { SHOP_USES } from './shop-use.js';

it.each(Locale.languages())('each method of Shop has words of its own in %s', (language) => {
  const texts = SHOP_USES.map((use) => textOfUse(language, use));
  expect(texts.filter((text, index) => text === SHOP_USES[index])).toEqual([]);
  expect(new Set(texts).size).toBe(SHOP_USES.length);
});

it.each(['later.method', 'constructor.name', 'balance', ''])(
  '%j, which nobody knows, stays',
  (method) => {
    expect(textOfUse('en', method)).toBe(method);
  },
);
