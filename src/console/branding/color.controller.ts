import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../../common/http/public.decorator.js';
import { RouteNotFoundError } from '../../common/http/http.errors.js';
import { OpenToEverybody } from '../access/open-to-everybody.js';
import { colorStyle } from './color-style.js';

const FILE = /^([0-9a-f]{6})\.css$/;

/** Style sheets of colors: each is made of its address alone, and kept by browsers. */
@Controller('console/color')
@Public()
export class ColorController {
  @Get(':file')
  @OpenToEverybody()
  style(@Param('file') file: string, @Res({ passthrough: true }) response: Response): Buffer {
    const [, color] = FILE.exec(file) ?? [];
    if (color === undefined) throw new RouteNotFoundError();
    response.set('Cache-Control', 'public, max-age=31536000, immutable').type('css');
    return Buffer.from(colorStyle(`#${color}`));
  }
}
