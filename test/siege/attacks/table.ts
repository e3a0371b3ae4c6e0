import { ask } from './ask.js';
import { hold } from './hold.js';
import { probe } from './probe.js';
import { receive } from './receive.js';
import { serve } from './serve.js';
import { supply } from './supply.js';

/** All attacks by the names by which threads start them. */
export const ATTACKS = { ask, hold, probe, receive, serve, supply } as const;

export type AttackName = keyof typeof ATTACKS;
export type OptionsOf<Name extends AttackName> = Parameters<(typeof ATTACKS)[Name]>[1];
export type FiguresOf<Name extends AttackName> = Awaited<ReturnType<(typeof ATTACKS)[Name]>>;
