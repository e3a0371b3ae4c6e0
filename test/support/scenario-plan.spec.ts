import { planOf } from './scenario-plan.js';

const plan = (...words: string[]) =>
  planOf(words, ['kill-app', 'stop'], { kills: 25, target: 'memory' });

it('runs everything with the defaults', () => {
  expect(plan('--seed', '7')).toEqual({
    seed: 7,
    names: ['kill-app', 'stop'],
    amounts: { kills: 25, target: 'memory' },
  });
});

it('takes scenarios and amounts', () => {
  expect(plan('--only', 'stop', '--kills', '2', '--target', 'disk')).toMatchObject({
    names: ['stop'],
    amounts: { kills: 2, target: 'disk' },
  });
});

it.each([
  [['--help'], "Unknown option '--help'"],
  [['--only', 'stop,kil-app'], 'there is no scenario "kil-app"'],
  [['--kills', 'many'], '--kills needs a number, not "many"'],
  [['--seed', ''], '--seed needs a number, not ""'],
])('refuses %j', (words, message) => {
  expect(() => plan(...words)).toThrow(message);
});
