import { Get, Patch, Post, Put } from '@nestjs/common';
import { CategoryService } from '../../catalog/editing/category.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { CatalogSearch } from '../../catalog/search/catalog-search.service.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { IfMatch, Precondition } from '../http/entity-tag.js';
import { ChangeBody, JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { PathId } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { CATEGORIES_FILE, categoryPage, productPage, PRODUCTS_FILE } from './catalog-lists.js';
import { categoryShape, productShape } from './catalog-shapes.js';
import {
  CategoryChangeDto,
  CategoryDto,
  CategoryPageDto,
  NewCategoryDto,
  NewProductDto,
  PriceDto,
  ProductChangeDto,
  ProductDto,
  ProductPageDto,
  CategoryQuery,
  ProductQuery,
} from './items.dto.js';
import { ItemAdmin } from './item-admin.service.js';

@AdminController('Catalog')
export class ItemsController {
  constructor(
    readonly categories: CategoryService,
    readonly products: ProductService,
    readonly search: CatalogSearch,
    private readonly changes: ItemAdmin,
    private readonly files: ListFiles,
  ) {}

  @Get('categories')
  @AdminRoute({
    name: 'categories',
    permission: 'catalog.read',
    summary: 'The categories, by id or as a search finds them',
    query: CategoryQuery,
    answer: CategoryPageDto,
  })
  listCategories(
    @CurrentOperator() caller: Caller,
    @Parameters(CategoryQuery) query: CategoryQuery,
  ): Promise<CategoryPageDto> | StreamedAnswer {
    return this.files.answer(CATEGORIES_FILE, query, caller, (part) => categoryPage(this, part));
  }

  @Post('categories')
  @AdminRoute({
    name: 'category-create',
    permission: 'catalog.edit',
    summary: 'Make a category, behind its siblings',
    status: 201,
    body: NewCategoryDto,
    answer: CategoryDto,
    hasEntityTag: true,
  })
  createCategory(
    @CurrentOperator() { author }: Caller,
    @JsonBody(NewCategoryDto) category: NewCategoryDto,
  ): Promise<CategoryDto> {
    return this.changes.createCategory(category, author);
  }

  @Get('categories/:id')
  @AdminRoute({
    name: 'category',
    permission: 'catalog.read',
    summary: 'One category',
    answer: CategoryDto,
    hasEntityTag: true,
  })
  async category(@PathId('id') id: number): Promise<CategoryDto> {
    return categoryShape(await this.categories.get(id));
  }

  @Patch('categories/:id')
  @AdminRoute({
    name: 'category-set',
    permission: 'catalog.edit',
    summary: 'Rename a category, or move it with all below it',
    body: CategoryChangeDto,
    answer: CategoryDto,
    hasEntityTag: true,
    needsIfMatch: true,
  })
  setCategory(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @IfMatch() expected: Precondition,
    @ChangeBody(CategoryChangeDto) change: CategoryChangeDto,
  ): Promise<CategoryDto> {
    return this.changes.setCategory(id, change, expected, author);
  }

  @Get('products')
  @AdminRoute({
    name: 'products',
    permission: 'catalog.read',
    summary: 'The products, by id or as a search finds them',
    query: ProductQuery,
    answer: ProductPageDto,
  })
  listProducts(
    @CurrentOperator() caller: Caller,
    @Parameters(ProductQuery) query: ProductQuery,
  ): Promise<ProductPageDto> | StreamedAnswer {
    return this.files.answer(PRODUCTS_FILE, query, caller, (part) => productPage(this, part));
  }

  @Post('products')
  @AdminRoute({
    name: 'product-create',
    permission: 'catalog.edit',
    summary: 'Make a product, behind the others of its category',
    description: 'It is delivered by the operator until handlers are set.',
    status: 201,
    body: NewProductDto,
    answer: ProductDto,
    hasEntityTag: true,
  })
  createProduct(
    @CurrentOperator() { author }: Caller,
    @JsonBody(NewProductDto) product: NewProductDto,
  ): Promise<ProductDto> {
    return this.changes.createProduct(product, author);
  }

  @Get('products/:id')
  @AdminRoute({
    name: 'product',
    permission: 'catalog.read',
    summary: 'One product',
    answer: ProductDto,
    hasEntityTag: true,
  })
  async product(@PathId('id') id: number): Promise<ProductDto> {
    return productShape(await this.products.get(id));
  }

  @Patch('products/:id')
  @AdminRoute({
    name: 'product-set',
    permission: 'catalog.edit',
    summary: 'Change a product, move it, switch it off or on, delete or restore it',
    body: ProductChangeDto,
    answer: ProductDto,
    hasEntityTag: true,
    needsIfMatch: true,
  })
  setProduct(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @IfMatch() expected: Precondition,
    @ChangeBody(ProductChangeDto) change: ProductChangeDto,
  ): Promise<ProductDto> {
    return this.changes.setProduct(id, change, expected, author);
  }

  @Put('products/:id/price')
  @AdminRoute({
    name: 'product-price',
    permission: 'prices.edit',
    summary: 'Set the base price of a product',
    body: PriceDto,
    answer: ProductDto,
  })
  setPrice(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @JsonBody(PriceDto) { price }: PriceDto,
  ): Promise<ProductDto> {
    return this.changes.setPrice(id, price, author);
  }
}
