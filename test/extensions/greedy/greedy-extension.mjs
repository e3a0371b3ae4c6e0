import { Catch, Controller, Get, Injectable, Module, Param, Scope } from '@nestjs/common';
import { Inject, UseFilters, UseGuards, forwardRef } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ApplicationConfig, REQUEST } from '@nestjs/core';
import { Public } from 'souk';

/** Decorates a method, as TypeScript does. */
function onMethod(type, name, ...decorators) {
  const descriptor = Object.getOwnPropertyDescriptor(type.prototype, name);
  for (const decorate of decorators) decorate(type.prototype, name, descriptor);
}

/**
 * The definition of an extension that registers each kind of enhancer and middleware for the whole application, in every way.
 * Each of them leaves its name in a header of the answer.
 */
export function greedyExtension(name) {
  const leave = (response, what) => response.append('greedy', `${name}-${what}`);
  const guard = (what) => ({
    canActivate(context) {
      const [request, response] = context.getArgs();
      leave(response, request.principal ? what : `${what}-open`);
      return request.get('forbid') !== what;
    },
  });
  const interceptor = (what) => ({
    intercept(context, next) {
      leave(context.getArgs()[1], what);
      return next.handle();
    },
  });
  const pipe = (what) => ({ transform: (value) => `${value} ${what}` });

  class Words {
    of = (what) => what;
  }
  class Guard {
    constructor(words) {
      this.canActivate = guard(words.of('guard')).canActivate;
    }
  }
  Inject(Words)(Guard, undefined, 0);

  /** Each is made anew for a request, which it is given. */
  const ofRequest = (what, members) => {
    class OfRequest {
      constructor(request, words) {
        leave(request.res, words.of(what));
        Object.assign(this, members);
      }
    }
    Inject(REQUEST)(OfRequest, undefined, 0);
    Inject(Words)(OfRequest, undefined, 1);
    Injectable({ scope: Scope.REQUEST })(OfRequest);
    return OfRequest;
  };

  const filter = (what, status) => ({
    catch: (error, host) => {
      const response = host.getArgs()[1];
      leave(response, what);
      response.status(status).json({ what, message: error.message });
    },
  });
  class EveryFilter {
    catch = filter('filter', 418).catch;
  }
  Catch()(EveryFilter);
  class Odd extends Error {}
  class OddFilter extends ofRequest('odd-filter', filter('odd-filter', 419)) {}
  Catch(Odd)(OddFilter);

  class FirstMiddleware {
    use(request, response, next) {
      leave(response, 'class-middleware');
      if (request.get('throw')) throw new Error('of the middleware');
      next();
    }
  }
  class OfRequestMiddleware extends ofRequest('scoped', {}) {
    use(_request, response, next) {
      leave(response, 'scoped-middleware');
      next();
    }
  }

  class OwnController {
    own(id) {
      return { id };
    }
    open() {
      return { open: true };
    }
    odd() {
      throw new Odd('odd');
    }
    failing() {
      throw new Error('failing');
    }
  }
  Controller(name)(OwnController);
  UseGuards(guard('of-controller'))(OwnController);
  onMethod(OwnController, 'own', Get('own/:id'));
  Param('id')(OwnController.prototype, 'own', 0);
  onMethod(OwnController, 'open', Public(), Get('open'));
  onMethod(OwnController, 'odd', Get('odd'));
  onMethod(OwnController, 'failing', Get('failing'), UseFilters());

  /** Beside a route of Souk: the same path, with another method. */
  class BesideController {
    root() {
      return { root: true };
    }
  }
  Controller(`${name}-beside`)(BesideController);
  onMethod(BesideController, 'root', Get('/'));
  class BesideModule {}
  Module({ controllers: [BesideController] })(BesideModule);

  /** Has the enhancers, and no controller. */
  class EnhancersModule {
    configure(consumer) {
      consumer
        .apply(FirstMiddleware)
        .forRoutes('*')
        .apply((_request, response, next) => {
          leave(response, 'function-middleware');
          next();
        })
        .forRoutes('client/api/profile', '{*path}')
        .apply(OfRequestMiddleware)
        .exclude(`${name}-beside`)
        .forRoutes('/');
    }
  }
  Module({
    providers: [
      Words,
      { provide: APP_GUARD, useClass: Guard },
      { provide: APP_GUARD, useClass: ofRequest('scoped-guard', guard('scoped-guard')) },
      { provide: APP_INTERCEPTOR, useFactory: () => interceptor('interceptor') },
      { provide: APP_PIPE, useValue: pipe('pipe') },
      { provide: APP_PIPE, useClass: ofRequest('scoped-pipe', pipe('scoped-pipe')) },
    ],
  })(EnhancersModule);
  class PartModule {}
  const part = {
    module: PartModule,
    providers: [
      Words,
      { provide: APP_FILTER, useClass: EveryFilter },
      { provide: APP_FILTER, useClass: OddFilter },
      {
        provide: APP_INTERCEPTOR,
        useClass: ofRequest('scoped-interceptor', interceptor('scoped-interceptor')),
      },
      { provide: APP_GUARD, useFactory: () => undefined },
    ],
  };

  class GreedyModule {
    constructor(config) {
      config.useGlobalGuards(guard('config-guard'));
      config.useGlobalInterceptors(interceptor('config-interceptor'));
      config.useGlobalPipes(pipe('config-pipe'));
      config.setGlobalPrefix('greedy');
    }
  }
  Inject(ApplicationConfig)(GreedyModule, undefined, 0);
  Module({
    imports: [forwardRef(() => BesideModule), EnhancersModule, Promise.resolve(part)],
    controllers: [OwnController],
  })(GreedyModule);
  return { name, souk: '*', module: GreedyModule };
}
