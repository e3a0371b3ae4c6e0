import { Controller, Get, Header, NotFoundException, Param, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../common/http/public.decorator.js';
import { Pictures } from './pictures.service.js';

/** Pictures of products and categories, open to everybody as those of any shop. Their path names their content. */
@ApiExcludeController()
@Controller('images')
@Public()
export class PicturesController {
  constructor(private readonly pictures: Pictures) {}

  @Get(':name')
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  async picture(@Param('name') name: string): Promise<StreamableFile> {
    const picture = await this.pictures.find(name);
    if (!picture) throw new NotFoundException();
    return new StreamableFile(picture.bytes, { type: picture.type, length: picture.bytes.length });
  }
}
