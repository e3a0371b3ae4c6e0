import { faultText, isFaultOf } from './fault-place.js';

const URL_OF_FILE = 'file:///srv/ext/acme/index.js';

function errorWith(message: string, stack: string): Error {
  return Object.assign(new Error(message), { stack });
}

describe('the text of a fault', () => {
  it('names the first file of the extension in the stack', () => {
    const stack = `Error: no rate
    at read (file:///srv/souk/dist/database.js:3:1)
    at rate (file:///srv/ext/acme/lib/rates.js:12:7)
    at file:///srv/ext/acme/index.js:40:2`;
    expect(faultText(errorWith('no rate.', stack), URL_OF_FILE)).toBe('no rate (rates.js:12)');
  });

  it('names the line of a syntax error', () => {
    const stack = `file:///srv/ext/acme/index.js:7
const = 1;
      ^
SyntaxError: Unexpected token '='
    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)`;
    const error = errorWith("Unexpected token '='", stack);
    expect(faultText(error, URL_OF_FILE)).toBe("Unexpected token '=' (index.js:7)");
  });

  it('leaves out files that are not of the extension, and further lines', () => {
    const error = errorWith('first\nsecond', 'Error: first\n    at file:///srv/souk/dist/x.js:1:1');
    expect(faultText(error, URL_OF_FILE)).toBe('first');
    expect(isFaultOf(error, URL_OF_FILE)).toBe(false);
  });

  it.each([
    [undefined, 'it threw undefined'],
    ['text', "it threw 'text'"],
    [{ code: 7 }, 'it threw { code: 7 }'],
  ])('shows what is no error: %j', (thrown, text) => {
    expect(faultText(thrown, URL_OF_FILE)).toBe(text);
  });
});
