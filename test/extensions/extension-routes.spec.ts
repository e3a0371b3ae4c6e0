import 'reflect-metadata';
import {
  BadRequestException,
  Controller,
  ForbiddenException,
  Get,
  HttpException,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  ServiceUnavailableException,
  UseGuards,
  type CanActivate,
} from '@nestjs/common';
import { ApiProperty, ApiOkResponse } from '@nestjs/swagger';
import { NeedsScope } from '../../src/account/access/needs-scope.js';
import { AppModule } from '../../src/app.module.js';
import { Public } from '../../src/common/http/public.decorator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

class Closed implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

class ReportDto {
  @ApiProperty({ example: 7 })
  orders: number;
}

/** As an extension may write them, without `@ApiWireRoute`. */
@Controller('acme')
class AcmeController {
  @Get('report')
  @ApiOkResponse({ type: ReportDto })
  report(): ReportDto {
    return { orders: 3 };
  }

  @Get('plain')
  plain(): object {
    return { a: 1 };
  }

  @NeedsScope('books')
  @Get('ledger')
  ledger(): object {
    return { entries: 0 };
  }

  @Post('made')
  made(): object {
    return { made: true };
  }

  @Public()
  @Get('open')
  open(): object {
    return { open: true };
  }

  @Get('missing')
  missing(): never {
    throw new NotFoundException('There is no such report');
  }

  @Get('forbidden')
  forbidden(): never {
    throw new ForbiddenException();
  }

  @Get('bad')
  bad(): never {
    throw new BadRequestException(['from is no date', 'to is no date']);
  }

  @Get('teapot')
  teapot(): never {
    throw new HttpException({ message: 'I am a teapot', secret: 1 }, 418);
  }

  @Get('later')
  later(): never {
    throw new ServiceUnavailableException('The rates are not there yet');
  }

  @Get('moved')
  moved(): never {
    throw new HttpException('moved', 302);
  }

  @Get('number/:id')
  number(@Param('id', ParseIntPipe) id: number): object {
    return { id };
  }

  @Get('guarded')
  @UseGuards(Closed)
  guarded(): object {
    return {};
  }
}

@Module({ controllers: [AcmeController] })
class AcmeModule {}

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  Reflect.defineMetadata('imports', [AcmeModule], AppModule);
  try {
    // A shop of its own: it is started with the routes of an extension.
    shop = await startTestShop();
  } finally {
    Reflect.deleteMetadata('imports', AppModule);
  }
  account = await shop.account();
});

afterAll(() => shop.close());

const ask = async (path: string, token = account.token) => {
  const { status, json } = await shop.requestPage(`/acme/${path}`, { token });
  return { status, json };
};

function body(code: number, message: string) {
  return { status: 'ERROR', code, error_code: code, message, error: message };
}

describe("an exception of Nest that a route's code throws", () => {
  it.each([
    ['missing', 404, 'There is no such report'],
    ['forbidden', 403, 'Forbidden'],
    ['bad', 400, 'from is no date; to is no date'],
    ['teapot', 418, 'I am a teapot'],
    ['later', 503, 'The rates are not there yet'],
    ['number/x', 400, 'Validation failed (numeric string is expected)'],
    ['guarded', 403, 'Forbidden resource'],
  ])('of %s keeps its status %i, with the code equal to it', async (path, status, message) => {
    expect(await ask(path)).toEqual({ status, json: body(status, message) });
  });

  it('keeps it in every error mode', async () => {
    const other = await shop.account({ errorHttpStatus: 'always-200' });
    expect(await ask('missing', other.token)).toMatchObject({ status: 404 });
  });

  it('whose status is none of an error is 500', async () => {
    expect(await ask('moved')).toMatchObject({ status: 500, json: { code: 500 } });
  });

  it('leaves those of a request that no route takes as they are', async () => {
    expect(await ask('nothing')).toEqual({ status: 404, json: body(404, 'No such route') });
    const { status, json } = await shop.requestPage('/acme/report', {
      method: 'POST',
      token: account.token,
    });
    expect([status, json]).toEqual([405, body(405, 'Method not allowed')]);
    expect(await ask('number/%E0%A4%A')).toEqual({
      status: 400,
      json: body(114, 'Malformed request'),
    });
  });
});

describe('a route without @ApiWireRoute', () => {
  it('is closed by the guard, and answers an admitted caller', async () => {
    expect(await ask('report')).toEqual({ status: 200, json: { orders: 3 } });
    const { json } = await shop.requestPage('/acme/report');
    expect(json).toEqual(body(120, 'API token missing'));
    expect((await shop.requestPage('/acme/open')).json).toEqual({ open: true });
  });

  it('is open to every token, unless it asks for a scope', async () => {
    const reader = await shop.token(account.id, { scopes: ['books'] });
    const other = await shop.token(account.id, { scopes: [] });
    expect(await ask('report', other)).toEqual({ status: 200, json: { orders: 3 } });
    expect(await ask('ledger', reader)).toEqual({ status: 200, json: { entries: 0 } });
    expect(await ask('ledger', other)).toMatchObject({ status: 403, json: { code: 124 } });
  });

  it('is in the OpenAPI document as Swagger describes it, and not in the integration answer', async () => {
    const { json } = await shop.request('/openapi.json');
    const { paths } = json as { paths: Record<string, Record<string, object>> };
    expect(paths['/acme/report']?.get).toMatchObject({
      operationId: 'AcmeController_report',
      responses: {
        200: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/ReportDto' } },
          },
        },
        401: {},
      },
    });
    expect(paths['/acme/plain']?.get).toMatchObject({ responses: { 200: { description: '' } } });
    expect(paths['/acme/made']?.post).toMatchObject({ responses: { 201: { description: '' } } });
    const { text } = await shop.request('/client/api/integration');
    expect(text).not.toContain('acme');
  });
});
