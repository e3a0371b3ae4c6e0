import { imageSize } from 'image-size';
import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { pictureType } from './picture-type.js';

/** Of each side. */
export const MAX_PICTURE_PIXELS = 2_000;
const KILOBYTE = 1_000;

/**
 * Looks at a picture that an operator uploads. Its size in pixels is that of its header: nothing is decoded here.
 * @throws OperatorError that says why it is not kept
 */
export function assertPicture(bytes: Buffer, maxBytes: number): void {
  if (bytes.length > maxBytes) {
    throw new OperatorError(...sentence('picture.bytes', { kilobytes: maxBytes / KILOBYTE }));
  }
  const pixels = pictureType(bytes) === undefined ? undefined : pixelsOf(bytes);
  if (!pixels) throw new OperatorError(...sentence('picture.type'));
  const { width, height } = pixels;
  if (Math.max(width, height) <= MAX_PICTURE_PIXELS) return;
  throw new OperatorError(
    ...sentence('picture.pixels', { width, height, max: MAX_PICTURE_PIXELS }),
  );
}

/** Undefined where the header tells none. */
function pixelsOf(bytes: Buffer): { readonly width: number; readonly height: number } | undefined {
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}
