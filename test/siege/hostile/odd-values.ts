/** What stands where a number should; between two `@` as it is, without quotes. */
export const ODD_NUMBERS: readonly unknown[] = [
  ...['@0@', '@-5@', '@-0@', '@0.000000001@', '@1e-30@', '@1e400@', '@1E+999999999@', '@NaN@'],
  ...['@Infinity@', '@01@', '@+1@', '@.5@', '@1.@', '@0x10@', `@${'9'.repeat(99)}@`],
  `@${'9'.repeat(101)}@`,
  ...[
    '',
    ' 1 ',
    '1,5',
    '1e3',
    'NaN',
    '٣',
    '１',
    '1\0',
    '-1',
    '--1',
    '1/0',
    '$1',
    '1'.repeat(70_000),
  ],
  ...[null, true, false, [], [1], [[1]], {}, { $numberDecimal: '1' }, { toString: 'x' }],
];

/** What stands where a name should, and can be stored. */
export const ODD_TEXTS: readonly string[] = [
  'تسليم ١٢٣',
  '\u202Egnitide\u202C ABC',
  '\u001B[31mred\u001B[0m\u0007',
  'two\r\nlines\ttab\u0085\u2028',
  '\uFEFF\u200Bhidden',
  '=HYPERLINK("http://127.0.0.1")',
  '<script>alert(1)</script>',
  "'; DROP TABLE orders; --",
  '${jndi:ldap://127.0.0.1/a}',
  '__proto__',
  '😀'.repeat(200),
  `e${'\u0301'.repeat(499)}`,
];

/** What is no id of an order. */
export const NO_IDS: readonly unknown[] = [
  '',
  'x'.repeat(201),
  'a\0b',
  '\uD800',
  null,
  true,
  [],
  {},
];

/** What is no state of an order. */
export const NO_STATES: readonly unknown[] = [
  ...['ACCEPT', 'accept ', 'done', '', 'acceptreject', '\u202Eaccept', '@1@'],
  ...[null, true, ['accept'], { accept: true }],
];

/** What is no list of codes, in neither form. */
export const NO_CODES: readonly unknown[] = [
  ...['ABC', '@5@', true, {}, { replay: ['A'] }, [null], [''], ['  '], ['A', null], ['\uD800X']],
  ...[['A\0'], [{}], [['A']], [[['A']]], [{ replay: 'A' }], [{ replay: [null] }], [{ code: 'A' }]],
];
