import { receiptVerdict, type SignedHistory } from './receipt-verdict.js';

const [ours, foreign] = [true, false];
const [whole, altered] = [false, true];
const [proven, unproven] = [false, true];

it.each<[boolean, boolean, boolean, SignedHistory[], string]>([
  [ours, whole, proven, [], 'ours'],
  [ours, altered, proven, [], 'altered-in-file'],
  // No signature leads to something in it that the database does not have.
  [ours, whole, unproven, [], 'unsigned'],
  [ours, altered, unproven, [], 'altered-in-file'],
  [ours, whole, unproven, ['present'], 'altered-in-database'],
  [ours, whole, proven, ['left'], 'from-before-break'],
  [ours, whole, proven, ['unknown'], 'of-unknown-history'],
  [ours, whole, unproven, ['left'], 'unsigned'],
  [ours, whole, unproven, ['unknown'], 'unsigned'],
  // What the shop has signed in the present history is told, whatever else is wrong with the file.
  [ours, altered, unproven, ['present'], 'altered-in-database'],
  [ours, altered, unproven, ['left'], 'altered-in-file'],
  [ours, altered, unproven, ['unknown'], 'altered-in-file'],
  [ours, whole, unproven, ['left', 'present'], 'altered-in-database'],
  [ours, whole, proven, ['left', 'unknown'], 'of-unknown-history'],
  // A stranger may have signed anything.
  [foreign, whole, proven, [], 'not-ours'],
  [foreign, altered, unproven, [], 'not-ours'],
  [foreign, whole, unproven, ['left', 'unknown'], 'not-ours'],
  // But he cannot hide what the shop itself has signed.
  [foreign, whole, unproven, ['present', 'left', 'unknown'], 'altered-in-database'],
])(
  'a file that is ours %s, altered %s, unsigned %s, and contradicted in %j is %s',
  (isOurs, isAltered, isUnsigned, histories, verdict) => {
    const contradicted = new Set(histories);
    const isChanged = contradicted.has('present');
    const found = { isOurs, isChanged, isAltered, isUnsigned, contradicted };
    expect(receiptVerdict(found)).toBe(verdict);
  },
);
