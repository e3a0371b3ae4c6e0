/** The content encodings that a caller accepts. */
export interface AcceptedEncodings {
  readonly gzip: boolean;
  readonly br: boolean;
}

/** Encodings and parameters that are parsed; fewer than ten encodings exist. */
const MAX_ENCODINGS = 50;
const MAX_PARAMETERS = 5;

const NONE: AcceptedEncodings = { gzip: false, br: false };

/** Parses an Accept-Encoding header; an encoding that is missing, or has weight 0, is not accepted. */
export function acceptedEncodings(
  header: string | readonly string[] | undefined,
): AcceptedEncodings {
  if (header === undefined) return NONE;
  const weights = new Map<string, number>();
  for (const part of String(header).toLowerCase().split(',', MAX_ENCODINGS)) {
    const [name = '', ...parameters] = part.split(';', MAX_PARAMETERS).map((word) => word.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  const takes = (name: string): boolean => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return { gzip: takes('gzip'), br: takes('br') };
}
