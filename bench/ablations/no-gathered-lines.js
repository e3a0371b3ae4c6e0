/** `node --import` this file: each log line goes to pino's own destination by itself. */
import { GatheredLines } from '../../dist/common/gathered-lines.js';
import { replaceMethod } from './replace-method.js';

replaceMethod(GatheredLines, 'write', function write(line) {
  this.destination.write(line);
});
