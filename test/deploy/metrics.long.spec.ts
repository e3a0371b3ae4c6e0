import { execFileSync } from 'node:child_process';
import { itWith } from './installed.js';
import { DEPLOY } from './monitoring.js';

describe('deploy/grafana and deploy/prometheus', () => {
  const run = (program: string, ...words: string[]): string =>
    execFileSync(program, words, {
      cwd: `${DEPLOY}prometheus`,
      encoding: 'utf8',
      stdio: 'pipe',
    });

  itWith('promtool', 'pass promtool: syntax, and when alerts fire', (promtool) => {
    const check = (...words: string[]): string => run(promtool, ...words);
    expect(check('check', 'rules', 'souk.rules.yaml')).toContain('SUCCESS');
    expect(check('check', 'config', 'prometheus.yaml')).toContain('SUCCESS');
    expect(check('test', 'rules', 'souk.rules.test.yaml')).toContain('SUCCESS');
  });

  itWith('amtool', 'pass amtool', (amtool) => {
    expect(run(amtool, 'check-config', 'alertmanager.yaml')).toContain('SUCCESS');
  });
});
