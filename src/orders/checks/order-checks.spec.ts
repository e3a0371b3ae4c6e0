import { OrderChecks } from './order-checks.js';

const ERROR = { code: 601, message: 'The daily limit is reached.', httpStatus: 409 };

describe('a declared error', () => {
  const use = (...errors: unknown[]) => {
    const checks = new OrderChecks({} as never);
    return () => {
      checks.use([], [{ extension: 'acme', errors: errors as [] }]);
    };
  };
  it.each([599, 700, '601'])('is refused with the code %j', (code) => {
    expect(use({ ...ERROR, code })).toThrow(
      'The extension "acme" declares an error that needs a code from',
    );
  });
  const incomplete = [{ ...ERROR, message: ' ' }, { ...ERROR, httpStatus: 400 }, null];
  it.each(incomplete)('is refused: %j', (error) => {
    expect(use(error)).toThrow('a message, and an httpStatus of 409 or 422.');
  });
  it('is refused when its code is declared twice', () => {
    expect(use(ERROR, ERROR)).toThrow('The error code 601 is declared twice');
  });
});
