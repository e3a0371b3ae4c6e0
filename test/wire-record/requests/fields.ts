import { ordersOf, type Group } from '../asked.js';

const order = ordersOf('buyer', 3_000);
const encoded = encodeURIComponent;
const ARABIC = 'رقم اللاعب';
const PLAYER = encoded('Player ID');

const many = (count: number, prefix = 'extra'): string =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}=${n}`).join('&');

/** How a field is found, which values it takes, and what else a request may bring. */
export const FIELDS: Group = {
  name: 'fields',
  rows: [
    ...[
      'playerId=1',
      'playerid=1',
      'PLAYERID=1',
      'player_id=1',
      'Player ID=1',
      'player=1',
      'id=1',
      'userId=1',
      'target=1',
      'link=1',
      'playerId=',
      'playerId=%20',
      'playerId',
      '',
      'playerId=%20+5123+%20',
      'playerId=1&playerId=1',
      'playerId=1&PlayerId=2',
      'playerid=1&PLAYERID=2',
      'playerId=a%26b%3Dc%2Fd',
      'playerId=%F0%9F%8E%AE+%D8%B4',
      'playerId=e%CC%81',
      'playerId=%00',
      'playerId=%ED%A0%80',
      'playerId=%',
      'playerId=a%0Ab',
      'playerId[]=1',
      'playerId=%22%3C%2Fscript%3E%5C',
    ].map((query) => order(`1001: ${query}`, 1001, query.replaceAll(' ', '%20'))),
    order('1001: 500 characters', 1001, `playerId=${'x'.repeat(500)}`),
    order('1001: 501 characters', 1001, `playerId=${'x'.repeat(501)}`),
    ...[ARABIC, ARABIC.replace(' ', '_'), 'playerId', 'PLAYERID', 'player_id'].map((name) =>
      order(`1010: ${name}`, 1010, `${encoded(name)}=5123`),
    ),
    order('1010: the other name too', 1010, `${encoded(ARABIC)}=1&playerId=2`),
    ...[
      `${PLAYER}=1&Server=EU`,
      'Player+ID=1&Server=EU',
      'player_id=1&server=EU',
      'Player_ID=1&SERVER=%D8%A2%D8%B3%D9%8A%D8%A7',
      'playerId=1&Server=EU',
      `${PLAYER}=1`,
      'Server=EU',
      `${PLAYER}=1&Server=eu`,
      `${PLAYER}=1&Server=US`,
      `${PLAYER}=1&Which%20server=EU`,
      `${PLAYER}=1&Server=EU&Remark=abc`,
      `${PLAYER}=1&Server=EU&Remark=ABC`,
      `${PLAYER}=1&Server=EU&Remark=`,
      `${PLAYER}=1&Server=EU&Remark=abcdef`,
      `${PLAYER}=1&player_id=2&Server=EU`,
    ].map((query) => order(`1011: ${query}`, 1011, query)),
    ...['1234', '12345678', '123', '123456789', '12a4', '1234%0A', '%D9%A1%D9%A2%D9%A3%D9%A4'].map(
      (value) => order(`1012: ${value}`, 1012, `pin=${value}`),
    ),
    ...['5', '5.50', '-5', '1e3', 'x', '0x1', '5,5'].map((value) =>
      order(`1013: ${value}`, 1013, `Count=${value}`),
    ),
    order('1023: an optional field alone', 1023, 'Remark=abc'),
    order('1023: nothing', 1023),
    order('1023: playerId is an extra', 1023, 'playerId=1'),
    order('1024: names of properties', 1024, '__proto__=1&constructor=2'),
    order('1024: one is missing', 1024, '__proto__=1'),
    order('extras', 1003, 'note=hello&lang=ar&callback=https%3A%2F%2Fx.example'),
    order('20 extras', 1003, many(20)),
    order('21 extras', 1003, many(21)),
    order('an extra twice', 1003, 'note=1&note=2'),
    order('an extra without a name', 1003, '=1&=&&'),
    order('an extra of 500 characters', 1003, `note=${'x'.repeat(500)}`),
    order('an extra of 501 characters', 1003, `note=${'x'.repeat(501)}`),
    order('a name of 501 characters', 1003, `${'n'.repeat(501)}=1`),
    order('a malformed extra', 1003, 'note=%'),
    order('an extra with NUL', 1003, 'note=a%00b'),
    order('99 parameters', 1003, many(99)),
    order('101 parameters', 1003, many(101)),
    order('parameters like objects', 1003, '__proto__[x]=1&a[b][c]=2&constructor=3'),
  ],
};
