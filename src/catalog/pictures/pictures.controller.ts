import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { RouteNotFoundError } from '../../common/http/http.errors.js';
import { Public } from '../../common/http/public.decorator.js';
import { Pictures } from './pictures.service.js';

const HEADERS = {
  // What is at an address never changes.
  'Cache-Control': 'public, max-age=31536000, immutable',
  // A browser that opens it runs nothing in it.
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

/** Pictures of products and categories, open to everybody. */
@ApiExcludeController()
@Controller('images')
@Public()
export class PicturesController {
  constructor(private readonly pictures: Pictures) {}

  @Get(':name')
  async picture(
    @Param('name') name: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Buffer> {
    const picture = await this.pictures.find(name);
    if (!picture) throw new RouteNotFoundError();
    response.set(HEADERS).setHeader('Content-Type', picture.type);
    return picture.bytes;
  }
}
