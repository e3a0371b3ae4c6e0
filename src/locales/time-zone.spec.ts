import { timeZoneOf } from './time-zone.js';

it.each([
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['Europe/Istanbul', 'Europe/Istanbul'],
  ['europe/istanbul', 'Europe/Istanbul'],
  ['Turkey', 'Europe/Istanbul'],
  ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
  ['+03:00', undefined],
  ['-05', undefined],
  ['', undefined],
  ['Istanbul', undefined],
  [' Europe/Istanbul', undefined],
  ['Europe/Istanbul\u0000', undefined],
])('%j is the time zone %j, also the second time', (text, zone) => {
  expect(timeZoneOf(text)).toBe(zone);
  expect(timeZoneOf(text)).toBe(zone);
});
