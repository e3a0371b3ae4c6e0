import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { codeLikenessOf } from './code-likeness.js';

const FIELDS = { Player: '5123456789', Phone: '+90 (532) 123 45 67', 'E-mail': 'ada99x@mail.com' };
const one = (text: string) => codeLikenessOf([text], FIELDS)[0];

describe('a text is certainly a code', () => {
  it.each([
    'X7K2M9PQ',
    'ABCD-1234-EFGH',
    'ABCD-EFGH-IJKL',
    'ABCD 1234 EFGH 5678',
    '1234 5678 9012 3456',
    'Code: ABCDE-F1234-GHIJ5',
    '1234567890',
    '12345678901234567890',
    '١٢٣٤٥٦٧٨٩٠',
    'رمز الشحن: ١٢٣٤٥٦٧٨٩٠١٢٣٤',
    'Serial: 1234567890 PIN: 4567',
    'b7f0c9a2-4d1e-4f6a-9c3b-77aa01d2e3f4',
    'Ab3dEf7hIj9kLm',
    'https://gift.example/claim/Qb3JxT9vLm2Rz8Wc',
    'Player 5123456789: ABCD-1234-EFGH',
    'ABCD-1234-EFGH, valid until 31.12.2027',
  ])('%s', (text) => {
    expect(one(text)).toBe('evident');
  });
});

describe('a text may be a code, and is compared where others are', () => {
  it.each([
    '12345678',
    '20271231',
    '٠١٢٣٤٥٦٧',
    'ABCD-1234',
    'ABCDE-12345',
    'ABCD-EFGH',
    'AB12 CD34',
    'X7K2M9',
    'Code: GIFT-7K2P',
    'serial 1234 PIN 5678',
    'KXQWZJPLMN',
    'AbCdEfGhIjKl',
    'GIFT-CARD-1',
    'For Android13',
    'https://youtu.be/dQw4w9WgXcQ',
    'Gift: https://gift.example/claim/Qb3JxT9vLm2Rz8Wc',
    'discord.gift/AbCdEfGhIjKlMnOp',
    'https://wa.me/905351112233',
    '+44 20 7946 0958',
    'bob.1987.x7@mail.com:secret',
  ])('%s', (text) => {
    expect(one(text)).toBe('possible');
  });
});

describe('a text is no code', () => {
  it.each([
    'Done',
    'Done, thank you',
    'Completed-successfully',
    'COMPLETED SUCCESSFULLY',
    'تم التسليم',
    '100 diamonds sent',
    '1000UC',
    'Your 1-year-subscription',
    'For Windows-11-Pro',
    'PUBG 1800 UC',
    'PIN 1234',
    '',
    // The order's own values.
    'Player 5123456789: 60 UC sent',
    'اللاعب ٥١٢٣٤٥٦٧٨٩: ٦٠ شدة',
    'ID#5123456789(60)',
    '5123456789',
    'Sent to ADA99X@mail.com',
    '0532 123 45 67: 50 TL',
    '905321234567 OK',
    'Loaded: +905321234567',
    // Dates and times.
    'Valid until 12/2027',
    'Valid until 31.12.2027 23:59:59',
    'From 01/02/2026 to 01-02-2027',
    '2027-12-31T23:59:59.123Z',
    '2027-12-31 11:59 PM',
    'Exp. 31 Dec 2027, sold December 1, 2026',
    'Valid until 20271231',
    'صالح حتى ٣١/١٢/٢٠٢٧ ٢٣:٥٩',
    'Redeem at https://www.store.example/redeem',
  ])('%s', (text) => {
    expect(one(text)).toBe('none');
  });
});

it('a value of the order within a longer number is not taken out of it', () => {
  expect(codeLikenessOf(['991234598'], { Zone: '12345' })).toEqual(['possible']);
  expect(codeLikenessOf(['99123459812'], { Zone: '12345' })).toEqual(['evident']);
});

describe('in a delivery', () => {
  const CODE = 'ABCD-1234-EFGH';

  it('what is repeated is no evidence, and compared nevertheless', () => {
    expect(codeLikenessOf([CODE, ` ${CODE} `], {})).toEqual(['possible', 'possible']);
    expect(codeLikenessOf(['Done', 'Done'], {})).toEqual(['none', 'none']);
  });

  it('a link, an e-mail address or a phone number beside a code is none', () => {
    const beside = ['https://youtu.be/dQw4w9WgXcQ', 'help24hours@mail.com', 'Call +905351112233'];
    const delivered = [CODE, ...beside];
    expect(codeLikenessOf(delivered, {})).toEqual(['evident', 'none', 'none', 'none']);
    expect(codeLikenessOf(beside, {})).toEqual(['possible', 'possible', 'possible']);
  });
});

describe('whatever the code is', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const digits = '0123456789';
  const of = (characters: string, minLength: number, maxLength = minLength) =>
    fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
  const groups = (characters: string) =>
    fc
      .tuple(fc.integer({ min: 4, max: 6 }), fc.integer({ min: 3, max: 5 }))
      .chain(([size, count]) =>
        fc.array(of(characters, size), { minLength: count, maxLength: count }),
      );
  const BESIDE = ['', 'Code: ', 'Player 5123456789, PIN ', 'الرمز: '];
  const beside = fc.constantFrom(...BESIDE);

  it('groups of capital letters and digits with hyphens are evident', () => {
    fc.assert(
      fc.property(groups(letters + digits), beside, (parts, words) => {
        expect(one(`${words}${parts.join('-')}`)).toBe('evident');
      }),
    );
  });

  it('numbers of ten to twenty digits are, also in Arabic digits', () => {
    fc.assert(
      fc.property(of(digits, 10, 20), beside, fc.boolean(), (number, words, isArabic) => {
        fc.pre(!/^(?:19|20)\d{10}(?:\d\d)?$/.test(number) && number !== FIELDS.Player);
        fc.pre(!number.endsWith(FIELDS.Player));
        const shown = isArabic
          ? number.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
          : number;
        expect(one(words + shown)).toBe('evident');
      }),
    );
  });

  it('none slips through with a digit among eight characters', () => {
    fc.assert(
      fc.property(of(letters + digits, 8, 16), (code) => {
        fc.pre(/\d/.test(code));
        expect(one(code)).not.toBe('none');
      }),
    );
  });

  // A pattern that tries all ways would not come to an end.
  it('no text is tried in all ways', () => {
    const units = ['a.', '1', '+1 ', '1-', ' ', '12/27 ', 'a@', 'A1B2-', '://'];
    const texts = units.map((unit) => unit.repeat(1_000 / unit.length));
    const found = codeLikenessOf([...texts, randomUUID().toUpperCase()], { a: '1'.repeat(255) });
    expect(found.at(-1)).toBe('evident');
  });
});
