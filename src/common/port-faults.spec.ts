import { vi } from 'vitest';
import { pino } from 'pino';
import { PortFaults, type PortFault } from './port-faults.js';

const FAULT = { extension: 'acme', port: 'limit', fault: 'it failed' };
const FAULT_LINE = { extension: 'acme', port: 'limit', msg: 'it failed' };
const ERROR = { type: 'Error', message: 'no rates', stack: 'Error: no rates' };

let lines: Record<string, unknown>[];
let reported: PortFault[];
let faults: PortFaults;
let now: number;

beforeEach(() => {
  [lines, reported, now] = [[], [], 5];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
  faults = new PortFaults(pino({ base: null }, { write }));
  faults.report = (fault) => reported.push(fault);
});
afterEach(() => vi.restoreAllMocks());

it('logs a fault once a minute, with the number of those in between, and reports each', () => {
  for (let count = 0; count < 300; count++) faults.note(FAULT, { err: ERROR });
  expect(lines).toMatchObject([{ ...FAULT_LINE, err: { message: 'no rates' } }]);
  expect(lines[0]).not.toHaveProperty('notLogged');
  now += 60_000;
  faults.note(FAULT, { err: ERROR });
  faults.note(FAULT, { err: ERROR });
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ msg: 'it failed', notLogged: 299 });
  expect(reported).toHaveLength(302);
  expect(reported[0]).toEqual({ ...FAULT, fault: 'it failed: no rates' });
});

it('tells the faults, ports and extensions apart', () => {
  const others = [{ extension: 'other' }, { port: 'other' }, { fault: 'other' }];
  for (const other of [{}, ...others, ...others]) faults.note({ ...FAULT, ...other });
  expect(lines).toHaveLength(4);
});

it('tells the messages of errors apart, up to twenty of a fault, and those beyond are one', () => {
  const note = (number: number) => {
    faults.note(FAULT, { err: { ...ERROR, message: `no rates of ${number}` } });
  };
  for (let number = 1; number <= 50; number++) note(number);
  for (let number = 1; number <= 50; number++) note(number);
  expect(lines).toHaveLength(21);
  expect(lines[1]).toMatchObject({ ...FAULT_LINE, err: { message: 'no rates of 2' } });
  faults.note({ ...FAULT, port: 'other' }, { err: ERROR });
  expect(lines).toHaveLength(22);
  now += 60_000;
  note(21);
  expect(lines[22]).toMatchObject({ err: { message: 'no rates of 21' } });
});

it('logs a bounded number of faults in a minute, however many texts there are', () => {
  for (let count = 0; count < 5_000; count++) faults.note({ ...FAULT, fault: `fault ${count}` });
  expect(lines).toHaveLength(1_000);
  expect(reported).toHaveLength(5_000);
  now += 60_000;
  faults.note({ ...FAULT, fault: 'another' });
  expect(lines).toHaveLength(1_001);
});
