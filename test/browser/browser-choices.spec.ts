import { browserChoices, type BrowserPlace } from './browser-choices.js';

const DEBIAN: BrowserPlace = { platform: 'linux', arch: 'x64', installed: () => undefined };

describe('browserChoices', () => {
  it('takes the package where nothing is installed', () => {
    expect(browserChoices(DEBIAN)).toEqual([{ kind: 'chrome' }, { kind: 'package' }]);
  });

  it('prefers what is installed, in its order', () => {
    const installed = (program: string): string | undefined =>
      ['chromium-browser', 'chromium'].includes(program) ? `/usr/bin/${program}` : undefined;
    expect(browserChoices({ ...DEBIAN, installed })).toEqual([
      { kind: 'program', path: '/usr/bin/chromium' },
      { kind: 'program', path: '/usr/bin/chromium-browser' },
      { kind: 'chrome' },
      { kind: 'package' },
    ]);
  });

  it('takes only CHROME_PATH where that is set', () => {
    const installed = (program: string): string => `/usr/bin/${program}`;
    expect(browserChoices({ ...DEBIAN, installed, CHROME_PATH: '/opt/chrome' })).toEqual([
      { kind: 'program', path: '/opt/chrome' },
    ]);
    expect(browserChoices({ ...DEBIAN, CHROME_PATH: '' })).toEqual(browserChoices(DEBIAN));
  });

  it.each([
    ['linux', 'arm64'],
    ['darwin', 'arm64'],
    ['darwin', 'x64'],
    ['win32', 'x64'],
  ])('leaves the package out on %s, %s', (platform, arch) => {
    expect(browserChoices({ ...DEBIAN, platform, arch })).toEqual([{ kind: 'chrome' }]);
  });
});
