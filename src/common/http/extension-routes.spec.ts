import {
  All,
  Controller,
  Get,
  Module,
  Post,
  type DynamicModule,
  type INestApplication,
  type Type,
} from '@nestjs/common';
import { NestFactory, RouterModule } from '@nestjs/core';
import { ApiWireRoute } from './api-wire-route.decorator.js';
import { assertRoutesOfExtensions } from './extension-routes.js';

const nothing = (): void => undefined;

@Controller('client/api')
class SoukController {
  @Get('profile')
  profile(): void {
    nothing();
  }

  @Get('content/:id')
  content(): void {
    nothing();
  }

  @Get(['newOrder/:id', 'newOrder/:id/params'])
  newOrder(): void {
    nothing();
  }
}

@Module({ controllers: [SoukController] })
class SoukModule {}

@Module({})
class RootModule {}

let app: INestApplication | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** Starts Souk with modules of extensions, up to the check of their routes. */
async function check(modules: Readonly<Record<string, Type | DynamicModule>>): Promise<void> {
  const imports = [SoukModule, ...Object.values(modules)];
  app = await NestFactory.create({ module: RootModule, imports }, { logger: false });
  app.getHttpAdapter().get('/docs', nothing);
  const given = Object.entries(modules).map(([extension, module]) => ({ extension, module }));
  await assertRoutesOfExtensions(app, given);
}

/** A module with one controller. */
function moduleOf(controller: Type): Type {
  @Module({ controllers: [controller] })
  class OneModule {}
  return OneModule;
}

@Controller('acme')
class AcmeController {
  @Get('report')
  report(): void {
    nothing();
  }

  @Post('docs')
  docs(): void {
    nothing();
  }
}

it('lets routes of their own be', async () => {
  @Controller('client/api')
  class BesideController {
    @Post('content/:id')
    post(): void {
      nothing();
    }

    @Get('acme')
    @ApiWireRoute({ name: 'acme', tag: 'Acme', summary: '', answer: { schema: {} }, errors: [] })
    get(): void {
      nothing();
    }
  }
  await check({ acme: moduleOf(AcmeController), other: moduleOf(BesideController) });
});

it('names extension, controller and both routes where one takes requests of ours', async () => {
  @Controller()
  class ShadowController {
    @Get('client/api/:anything/:more')
    shadow(): void {
      nothing();
    }
  }
  await expect(check({ acme: moduleOf(ShadowController) })).rejects.toThrow(
    'The route GET /client/api/:anything/:more of ShadowController in the extension acme takes requests of the route GET /client/api/content/:id of Souk; give it another path.',
  );
});

it('sees those of an imported module, of a dynamic one, and of one below a prefix', async () => {
  @Controller('newOrder')
  class DeepController {
    @All(':id/params')
    params(): void {
      nothing();
    }
  }
  const inner = moduleOf(DeepController);
  @Module({ imports: [inner, RouterModule.register([{ path: 'client/api', module: inner }])] })
  class OuterModule {}
  @Module({})
  class DynamicPart {}
  const dynamic: DynamicModule = { module: DynamicPart, imports: [OuterModule] };
  await expect(check({ acme: dynamic })).rejects.toThrow(
    /^The route ALL \/client\/api\/newOrder\/:id\/params of DeepController in the extension acme/,
  );
});

it('sees routes of ours that belong to no controller', async () => {
  @Controller('docs')
  class DocsController {
    @Get()
    docs(): void {
      nothing();
    }
  }
  await expect(check({ acme: moduleOf(DocsController) })).rejects.toThrow(
    'takes requests of the route GET /docs of Souk',
  );
});

it('sees two extensions with the same route', async () => {
  @Controller('acme')
  class OtherController {
    @Get('report')
    report(): void {
      nothing();
    }
  }
  const both = { acme: moduleOf(AcmeController), other: moduleOf(OtherController) };
  await expect(check(both)).rejects.toThrow(
    'The route GET /acme/report of AcmeController in the extension acme takes requests of the route GET /acme/report of the extension other; give it another path.',
  );
});

it('refuses a route that claims a group', async () => {
  @Controller('acme')
  class GroupController {
    @Get('list')
    @ApiWireRoute({
      name: 'l',
      group: 'V53',
      tag: 'Acme',
      summary: '',
      answer: { schema: {} },
      errors: [],
    })
    list(): void {
      nothing();
    }
  }
  await expect(check({ acme: moduleOf(GroupController) })).rejects.toThrow(
    'The route GET /acme/list of GroupController in the extension acme claims the group V53, which only routes of Souk have; leave "group" out of its @ApiWireRoute.',
  );
});

it.each(['admin/reports', 'Console', 'admin', ':area/reports'])(
  'refuses the route /%s, where only operators are let in',
  async (path) => {
    @Controller(path)
    class ReportsController {
      @Get()
      reports(): void {
        nothing();
      }
    }
    await expect(check({ acme: moduleOf(ReportsController) })).rejects.toThrow(
      /^The route GET \/\S+ of ReportsController in the extension acme takes requests of \/(admin|console)\/\*below, which are for operators alone/,
    );
  },
);
