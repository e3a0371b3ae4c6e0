import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { itWith } from './installed.js';

const FOLDER = fileURLToPath(new URL('../../deploy/', import.meta.url));

describe('deploy/grafana and deploy/prometheus', () => {
  itWith('promtool', 'pass promtool: syntax, and when alerts fire', (promtool) => {
    const check = (...words: string[]): string =>
      execFileSync(promtool, words, {
        cwd: `${FOLDER}prometheus`,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(check('check', 'rules', 'souk.rules.yaml')).toContain('SUCCESS');
    expect(check('check', 'config', 'prometheus.yaml')).toContain('SUCCESS');
    expect(check('test', 'rules', 'souk.rules.test.yaml')).toContain('SUCCESS');
  });
});
