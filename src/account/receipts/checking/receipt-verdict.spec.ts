import { receiptVerdict, type SignedHistory } from './receipt-verdict.js';

const [ours, foreign] = [true, false];
const [whole, altered] = [false, true];
const [agrees, differs] = [false, true];

it.each<[boolean, boolean, boolean, SignedHistory[], string]>([
  [ours, whole, agrees, [], 'ours'],
  [ours, altered, agrees, [], 'altered-in-file'],
  // Nothing in it is signed, or what is signed agrees.
  [ours, whole, differs, [], 'unsigned'],
  [ours, altered, differs, [], 'altered-in-file'],
  [ours, whole, differs, ['present'], 'altered-in-database'],
  [ours, whole, differs, ['left'], 'from-before-break'],
  [ours, whole, differs, ['unknown'], 'of-unknown-history'],
  // What the shop has signed in the present history is told, whatever else is wrong with the file.
  [ours, altered, differs, ['present'], 'altered-in-database'],
  [ours, altered, differs, ['left'], 'altered-in-file'],
  [ours, altered, differs, ['unknown'], 'altered-in-file'],
  [ours, whole, differs, ['left', 'present'], 'altered-in-database'],
  [ours, whole, differs, ['left', 'unknown'], 'of-unknown-history'],
  // A stranger may have signed anything.
  [foreign, whole, agrees, [], 'not-ours'],
  [foreign, altered, differs, [], 'not-ours'],
  [foreign, whole, differs, ['left', 'unknown'], 'not-ours'],
  // But he cannot hide what the shop itself has signed.
  [foreign, whole, differs, ['present', 'left', 'unknown'], 'altered-in-database'],
])(
  'a file that is ours %s, altered %s, differs %s, and contradicted in %j is %s',
  (isOurs, isAltered, isDifferent, histories, verdict) => {
    const contradicted = new Set(histories);
    const isChanged = contradicted.has('present');
    const found = { isOurs, isChanged, isAltered, differs: isDifferent, contradicted };
    expect(receiptVerdict(found)).toBe(verdict);
  },
);
