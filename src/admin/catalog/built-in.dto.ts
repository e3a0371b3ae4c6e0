import { ApiProperty } from '@nestjs/swagger';

export class TestProductDto {
  @ApiProperty({ type: 'integer', example: 1200 })
  id: number;

  @ApiProperty({ example: 'Test: accepted' })
  name: string;
}

export class TestProductsDto {
  @ApiProperty({ type: [TestProductDto] })
  items: TestProductDto[];
}

export class RemovedDto {
  @ApiProperty({ example: true })
  removed: boolean;
}
