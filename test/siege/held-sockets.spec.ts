import { countOf, inWords, statesOf } from './held-sockets.js';

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1001 1 0000000000000000
   1: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 1002 1 0000000000000000
   2: 0100007F:0BB8 0100007F:D432 08 00000000:00000000 00:00000000 00000000     0        0 1003 1 0000000000000000
   3: 0100007F:0BB8 0100007F:D433 08 00000000:00000000 00:00000000 00000000     0        0 1004 1 0000000000000000
   4: 0100007F:0BB8 0100007F:D434 06 00000000:00000000 03:00000B2B 00000000     0        0 0 3 0000000000000000
   5: 0100007F:D431 0100007F:0BB8 01 00000000:00000000 00:00000000 00000000     0        0 1005 1 0000000000000000
   6: 0100007F:0BB9 0100007F:D435 01 00000000:00000000 00:00000000 00000000     0        0 1006 1 0000000000000000
`;

it('counts the connections of one port that a process holds', () => {
  const states = statesOf(TABLE, 3000);
  expect(states).toEqual({ ESTABLISHED: 1, 'CLOSE-WAIT': 2 });
  expect([countOf(states), inWords(states)]).toEqual([3, 'CLOSE-WAIT 2, ESTABLISHED 1']);
});

it('finds nothing where there is nothing', () => {
  expect(inWords(statesOf(TABLE, 80))).toBe('none');
});
