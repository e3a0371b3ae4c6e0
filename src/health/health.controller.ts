import { Controller, Get } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiProperty } from '@nestjs/swagger';
import { ApiWireRoute } from '../common/http/api-wire-route.decorator.js';
import { FixedAnswer, RepeatableAnswer } from '../common/http/prepared/prepared-answer.js';
import { Public } from '../common/http/public.decorator.js';
import { ALWAYS_VALID } from '../common/http/validity.js';
import { CLIENT_API, WIRE_VERSION } from '../common/http/wire.js';
import { HealthService } from './health.service.js';

/** The answer of ping. */
class PingDto {
  @ApiProperty({ enum: ['OK'] })
  status: 'OK';

  @ApiProperty({ enum: ['pong'] })
  message: 'pong';

  @ApiProperty({ enum: [WIRE_VERSION] })
  version: typeof WIRE_VERSION;
}

const PONG = new RepeatableAnswer(
  new FixedAnswer({ status: 'OK', message: 'pong', version: WIRE_VERSION } satisfies PingDto),
  ALWAYS_VALID,
);

@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get(`${CLIENT_API}/ping`)
  @ApiWireRoute({
    name: 'ping',
    group: 'V53',
    tag: 'Service',
    public: true,
    summary: 'Health check',
    answer: { type: PingDto },
    errors: [],
  })
  ping(): RepeatableAnswer {
    return PONG;
  }

  /** The process runs. Does not check the database, because then every outage would restart all instances. */
  @Get('health/live')
  @Public()
  @ApiExcludeEndpoint()
  live(): { status: 'OK' } {
    return { status: 'OK' };
  }

  /**
   * The process answers requests and is not about to stop; asks no database. A proxy uses such instances where none is
   * ready, so that callers are answered 111 by Souk while the database is away. Otherwise 111.
   */
  @Get('health/serving')
  @Public()
  @ApiExcludeEndpoint()
  serving(): { status: 'OK' } {
    this.health.assertServing();
    return { status: 'OK' };
  }

  /** Requests can be served, because the database answers and has space. Otherwise 111. */
  @Get('health/ready')
  @Public()
  @ApiExcludeEndpoint()
  async ready(): Promise<{ status: 'OK' }> {
    await this.health.assertReady();
    return { status: 'OK' };
  }
}
