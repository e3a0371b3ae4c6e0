import { SESSION_TARGETS } from '../../common/postgres-url.js';
import { chooseServer, fits, isSameServer, type ServerState } from './server-state.js';

const PRIMARY: ServerState = {
  inRecovery: false,
  readOnly: false,
  system: 'one',
  timeline: 3,
  startedAt: '1',
};
const STANDBY: ServerState = { ...PRIMARY, inRecovery: true, readOnly: true, timeline: 0 };
const CLOSED: ServerState = { ...PRIMARY, readOnly: true };
const PROMOTED: ServerState = { ...PRIMARY, timeline: 4, startedAt: '2' };

it.each([
  ['a primary', PRIMARY, ['any', 'read-write', 'primary', 'prefer-standby']],
  ['a standby', STANDBY, ['any', 'read-only', 'standby', 'prefer-standby']],
  ['a read-only primary', CLOSED, ['any', 'read-only', 'primary', 'prefer-standby']],
])('%s fits these targets', (_, state, targets) => {
  expect(SESSION_TARGETS.filter((target) => fits(target, state))).toEqual(targets);
});

it.each([
  ['the first one that answers', 'any', [undefined, STANDBY, PRIMARY], 1],
  ['the first one that can be written', 'read-write', [STANDBY, CLOSED, PRIMARY], 2],
  ['the one that was promoted last', 'read-write', [PRIMARY, PROMOTED, STANDBY], 1],
  ['the first one of another cluster', 'primary', [PRIMARY, { ...PROMOTED, system: 'two' }], 0],
  ['a standby where there is one', 'prefer-standby', [PRIMARY, STANDBY], 1],
  ['a primary where there is no standby', 'prefer-standby', [undefined, PRIMARY], 1],
  ['none that is no standby', 'standby', [PRIMARY, CLOSED], undefined],
  ['none where none answers', 'any', [undefined, undefined], undefined],
] as const)('of several servers, %s is used', (_, target, states, place) => {
  expect(chooseServer(states, target)).toBe(place);
});

it('does not go back to an old primary while the new one does not answer', () => {
  expect(chooseServer([PRIMARY, undefined], 'read-write', PROMOTED)).toBeUndefined();
  expect(chooseServer([PRIMARY, undefined], 'read-write', PRIMARY)).toBe(0);
});

it('uses another cluster than before, whose timelines begin anew, while the old one does not answer', () => {
  const moved = { ...PRIMARY, system: 'two', timeline: 1 };
  expect(chooseServer([undefined, moved], 'read-write', PROMOTED)).toBe(1);
});

it('uses a database that was restored to an earlier timeline, since no server has a later one', () => {
  expect(chooseServer([PRIMARY, STANDBY], 'read-write', PROMOTED)).toBe(0);
});

it.each([{ timeline: 4 }, { startedAt: '2' }, { system: 'two' }])(
  'a server with another %p is another one',
  (change) => {
    expect(isSameServer(PRIMARY, { ...PRIMARY, ...change })).toBe(false);
    expect(isSameServer(PRIMARY, { ...PRIMARY, readOnly: true })).toBe(true);
  },
);
