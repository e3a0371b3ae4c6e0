import { IsString } from 'class-validator';
import { OperatorError } from '../../common/app-error.js';
import { NumberAsText, settingsReader } from './handler-settings.js';

class Settings {
  @NumberAsText()
  @IsString()
  readonly stock: string;
}

const settingsOf = settingsReader(Settings, 'It takes one setting, stock.');
const given = (json: string) => JSON.parse(json) as Record<string, unknown>;

describe('settingsReader', () => {
  it.each([
    ['{"stock":"a"}', 'a'],
    ['{"stock":109}', '109'],
  ])('reads %s', (json, stock) => {
    expect(settingsOf(given(json))).toEqual({ stock });
  });

  it.each([
    ...['{}', '{"stock":null}', '{"stock":["a"]}', '{"stock":true}', '{"stock":"a","other":1}'],
    ...[
      '{"stock":"a","__proto__":{}}',
      '{"stock":"a","constructor":1}',
      '{"stock":"a","toString":1}',
    ],
    '{"stock":{"constructor":1}}',
    `{"stock":${'['.repeat(4_000)}${']'.repeat(4_000)}}`,
  ])('refuses %.60s in one sentence', (json) => {
    expect(() => settingsOf(given(json))).toThrow(
      new OperatorError('It takes one setting, stock.'),
    );
  });
});
