import type { Contradiction, ShownOperation } from './contradiction.js';

const WIDTH = 1_200;
const LEFT = 190;
const LANE_HEIGHT = 46;
const BAR_HEIGHT = 18;
const TOP = 54;
const LONGEST_TITLE_CHARACTERS = 150;

/**
 * Draws a contradiction as time lines: a lane for each client at each instance, a bar from the start of an operation to
 * its end. A bar without an answer is dashed and runs to the edge.
 */
export function timelinesSvg({ checker, subject, what, operations }: Contradiction): string {
  const lanes = [...new Set(operations.map(laneOf))];
  const scale = scaleOf(operations);
  const height = TOP + lanes.length * LANE_HEIGHT + 20;
  const title = `${checker}, ${subject}: ${what}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="white"/>`,
    `<text x="10" y="24" font-size="13">${escaped(title.slice(0, LONGEST_TITLE_CHARACTERS))}</text>`,
    ...lanes.map((lane, index) => laneSvg(lane, TOP + index * LANE_HEIGHT)),
    ...operations.map((one) => barSvg(one, TOP + lanes.indexOf(laneOf(one)) * LANE_HEIGHT, scale)),
    '</svg>',
    '',
  ].join('\n');
}

interface Scale {
  readonly startMs: number;
  readonly pixelsPerMs: number;
}

function scaleOf(operations: readonly ShownOperation[]): Scale {
  const times = operations
    .flatMap(({ startMs, endMs }) => [startMs, endMs])
    .filter(Number.isFinite);
  const startMs = times.reduce((least, time) => Math.min(least, time), Infinity);
  const endMs = times.reduce((most, time) => Math.max(most, time), -Infinity);
  // Some room remains on the right for what has no end.
  return { startMs, pixelsPerMs: (WIDTH - LEFT - 60) / Math.max(endMs - startMs, 1) };
}

function laneOf({ client, instance }: ShownOperation): string {
  return `${client} at ${instance}`;
}

function laneSvg(lane: string, y: number): string {
  const line = `<line x1="${LEFT}" y1="${y + BAR_HEIGHT}" x2="${WIDTH}" y2="${y + BAR_HEIGHT}" stroke="#ccc"/>`;
  return `<text x="10" y="${y + 13}">${escaped(lane)}</text>${line}`;
}

function barSvg({ startMs, endMs, text }: ShownOperation, y: number, scale: Scale): string {
  const xOf = (timeMs: number): number => LEFT + (timeMs - scale.startMs) * scale.pixelsPerMs;
  const isAnswered = Number.isFinite(endMs);
  const from = Number.isFinite(startMs) ? xOf(startMs) : LEFT;
  const width = Math.max((isAnswered ? xOf(endMs) : WIDTH) - from, 3);
  const dashes = isAnswered ? '' : ' stroke-dasharray="4 3"';
  const fill = isAnswered ? '#cfe3ff' : '#fff3cd';
  return (
    `<g><title>${escaped(text)}</title>` +
    `<rect x="${from.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" fill="${fill}" stroke="#446"${dashes}/>` +
    `<text x="${(from + 3).toFixed(1)}" y="${y + BAR_HEIGHT + 13}">${escaped(text)}</text></g>`
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Also without the control characters that no XML may hold. */
function escaped(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what is left out
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '�');
  return clean.toWellFormed().replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
