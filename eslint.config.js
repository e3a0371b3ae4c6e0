import eslint from '@eslint/js';
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

const UNIT = '(MS|SECONDS|MINUTES|HOURS|DAYS|BYTES|KB|MB|CHARACTERS|DIGITS)';
const DURATION = '(TIME_?OUT|DELAY|INTERVAL|PAUSE|BACKOFF|LIFETIME|WAIT|AGE|REST|PATIENCE|HOLD)';
const SIZED = '(LENGTH|SIZE|TEXT|URL|NAME|VALUE|BODY|HEADER|ANSWER|FILE|PART|ROW|NUMBER|TOKEN)';
const IN_CAMEL_CASE = '([tT]ime[oO]ut|[dD]elay|[iI]nterval|[pP]ause|[bB]ackoff|[dD]uration)';
const TIMER = '/^(setTimeout|setInterval|wait|sleep)$/';
const TIMER_UNIT = '/(Ms|_MS|^ms)$/';

/** Durations and limits say in their names what they are counted in. */
const UNITS_IN_NAMES = [
  {
    selector: `VariableDeclarator[id.name=/(^|_)${DURATION}(_|$)/][id.name!=/_${UNIT}$/]:matches([init.type='Literal'], [init.type='BinaryExpression'])`,
    message: 'End the name of a duration with its unit, such as _MS or _SECONDS.',
  },
  {
    selector: `VariableDeclarator[id.name=/^MAX_(.*_)?${SIZED}$|_LIMIT$/][id.name!=/_${UNIT}$/]:matches([init.type='Literal'], [init.type='BinaryExpression'])`,
    message:
      'End the name of a limit with its unit, such as _BYTES or _CHARACTERS, or name what is counted.',
  },
  {
    selector: `:matches(Identifier[name=/(^|[a-z])${IN_CAMEL_CASE}$/], PropertyDefinition[key.name=/${IN_CAMEL_CASE}$/], TSPropertySignature[key.name=/${IN_CAMEL_CASE}$/])[typeAnnotation.typeAnnotation.type='TSNumberKeyword']`,
    message: 'End the name of a duration with its unit, such as Ms or Seconds.',
  },
  {
    selector: `CallExpression[callee.name=${TIMER}] > Identifier.arguments[name!=${TIMER_UNIT}][name!='undefined']:nth-child(2)`,
    message: 'A timer takes milliseconds: end the name of its delay with Ms or _MS.',
  },
  {
    selector: `CallExpression[callee.name=${TIMER}] > MemberExpression.arguments[property.name!=${TIMER_UNIT}]:nth-child(2)`,
    message: 'A timer takes milliseconds: end the name of its delay with Ms or _MS.',
  },
  {
    selector: `CallExpression[callee.object.name='AbortSignal'][callee.property.name='timeout'] > Identifier.arguments[name!=${TIMER_UNIT}]`,
    message: 'A timer takes milliseconds: end the name of its delay with Ms or _MS.',
  },
];

/** What a page says stands in locales/, in each language. */
const MESSAGES_IN_PAGES = [
  {
    selector: 'JSXText[value=/[A-Za-z]{3}/][value!=/^\\s*(Souk|USD|CSV|JSON)\\s*$/]',
    message: 'Say it by a message of locales/.',
  },
  {
    selector:
      'JSXAttribute[name.name=/^(title|label|hint|aria-label|placeholder|alt|button)$/] > Literal[value=/[A-Za-z]{3}/]',
    message: 'Say it by a message of locales/.',
  },
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'client/dist/',
      'client/src/schema.ts',
      'locales/',
      '.dist-*/',
      'coverage/',
      'node_modules/',
      '.souk/',
      '.souk-demo/',
      'examples/',
    ],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Entities and DTOs are classes only to carry decorators; their values are plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only src/config/ reads the environment.',
        },
        ...UNITS_IN_NAMES,
        ...MESSAGES_IN_PAGES,
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      eqeqeq: 'error',
    },
  },
  {
    // One expression that backtracks lets one caller stop the whole server. What cannot be decided is refused, too.
    files: ['src/**/*.ts', 'src/**/*.tsx', 'client/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.spec.tsx'],
    plugins: { redos },
    rules: { 'redos/no-vulnerable': ['error', { ignoreErrors: false, timeout: 60_000 }] },
  },
  {
    // Tests read as long stories; a body of a describe is not a function to split.
    files: ['test/**/*.ts', '**/*.spec.ts', '**/*.spec.tsx', 'bench/**/*.ts', 'demo/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // A group of commands is a table: splitting it would only hide the rows.
    files: ['src/commands/**/*.commands.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['src/config/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...UNITS_IN_NAMES] },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts', 'demo/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Runs in a browser.
    files: ['assets/**/*.js'],
    languageOptions: {
      globals: {
        ...{ document: 'readonly', fetch: 'readonly', location: 'readonly', URL: 'readonly' },
        ...{
          Element: 'readonly',
          EventSource: 'readonly',
          AbortController: 'readonly',
          BroadcastChannel: 'readonly',
          sessionStorage: 'readonly',
          setTimeout: 'readonly',
          clearTimeout: 'readonly',
          matchMedia: 'readonly',
          history: 'readonly',
          addEventListener: 'readonly',
          removeEventListener: 'readonly',
          FormData: 'readonly',
          URLSearchParams: 'readonly',
          XMLHttpRequest: 'readonly',
          navigator: 'readonly',
          HTMLDialogElement: 'readonly',
        },
      },
    },
  },
  {
    // Markup is long and has no branches to speak of; its words stand in tables of three languages.
    files: ['src/**/*.tsx', 'src/console/**/*-words.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 80 }] },
  },
  {
    files: ['ormconfig.ts', 'eslint.config.js', '*.config.js'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
