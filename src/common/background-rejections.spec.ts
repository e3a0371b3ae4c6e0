import { extensionIn } from './background-rejections.js';

const EXTENSIONS = [
  { extension: 'acme', folder: '/srv/ext/acme' },
  { extension: 'other', folder: '/srv/ext/other one' },
];

function errorAt(...frames: string[]): Error {
  const error = new Error('no');
  error.stack = ['Error: no', ...frames.map((frame) => `    at work (${frame}:1:2)`)].join('\n');
  return error;
}

it.each<[string, unknown, string | undefined]>([
  ['a file of it', errorAt('file:///srv/ext/acme/dist/a.js'), 'acme'],
  ['a path of it', errorAt('/srv/ext/acme/a.cjs'), 'acme'],
  ['a folder with a space', errorAt('file:///srv/ext/other%20one/a.js'), 'other'],
  [
    'the first of two',
    errorAt('node:net', '/srv/ext/other one/a.js', '/srv/ext/acme/a.js'),
    'other',
  ],
  ['ours that it has called', errorAt('/app/dist/a.js', '/srv/ext/acme/a.js'), 'acme'],
  ['none of it', errorAt('/app/dist/a.js'), undefined],
  ['a folder of a similar name', errorAt('/srv/ext/acme-two/a.js'), undefined],
  ['Souk, installed below it', errorAt('/srv/ext/acme/node_modules/souk/dist/a.js'), undefined],
  ['no error', 'a text', undefined],
  ['nothing, since it is a number', Object.assign(new Error('no'), { stack: 5 }), undefined],
])('finds the extension of a stack that names %s', (_, reason, extension) => {
  expect(extensionIn(reason, EXTENSIONS)).toBe(extension);
});
