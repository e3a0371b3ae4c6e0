import { InLane } from '../access/lanes/lane.js';
import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { BadParameterError } from '../../common/app-error.js';
import { ApiWireRoute } from '../../common/http/api-wire-route.decorator.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { RequestParameters } from '../../common/http/parameters/request-parameters.decorator.js';
import { CLIENT_API } from '../../common/http/wire.js';
import { CurrentPrincipal } from '../access/current-principal.decorator.js';
import { NeedsScope } from '../access/needs-scope.js';
import type { Principal } from '../access/principal.js';
import { TestingService } from './testing.service.js';

/** The answer of testing. */
class TestingDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({ example: true, description: 'Whether the account sees the test products now.' })
  testing: boolean;
}

@InLane('orders')
@Controller(CLIENT_API)
@NeedsScope('testing')
export class TestingController {
  constructor(private readonly service: TestingService) {}

  @Post('testing')
  @HttpCode(200)
  @ApiWireRoute({
    name: 'testing',
    tag: 'Tokens',
    summary: 'Switch the test products on or off for the account',
    description: 'For all tokens of the account, from the next request on.',
    answer: { type: TestingDto },
    query: [
      {
        name: 'on',
        type: 'string',
        required: true,
        enum: ['1', '0'],
        description: '1: the account sees the test products; 0: it does not.',
        example: '1',
      },
    ],
    errors: [],
  })
  async switch(
    @CurrentPrincipal() principal: Principal,
    @RequestParameters() parameters: FlatParameters,
  ): Promise<TestingDto> {
    const on = parameters.single('on');
    if (on !== '1' && on !== '0') throw new BadParameterError('on must be 1 or 0');
    const testing = on === '1';
    await this.service.switch(principal, testing);
    return { status: 'OK', testing };
  }
}
