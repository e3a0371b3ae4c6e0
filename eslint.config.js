import eslint from '@eslint/js';
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', '.dist-*/', 'coverage/', 'node_modules/', '.souk/', 'examples/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
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
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      eqeqeq: 'error',
    },
  },
  {
    // One expression that backtracks lets one caller stop the whole server. What cannot be decided is refused, too.
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { redos },
    rules: { 'redos/no-vulnerable': ['error', { ignoreErrors: false, timeout: 60_000 }] },
  },
  {
    // Tests read as long stories; a body of a describe is not a function to split.
    files: ['test/**/*.ts', '**/*.spec.ts', 'bench/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // A group of commands is a table: splitting it would only hide the rows.
    files: ['src/operator/commands/**/*.commands.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['src/config/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['ormconfig.ts', 'eslint.config.js', '*.config.js'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
