import { availableCores } from './available-cores.js';

const CGROUP = '/sys/fs/cgroup';

const coresWith = (files: Record<string, string>, cores = 8): number =>
  availableCores((path) => files[path], cores);

describe('the cores that a process may use', () => {
  it('are those of the machine without a limit', () => {
    expect(coresWith({})).toBe(8);
    expect(
      coresWith({ '/proc/self/cgroup': '0::/\n', [`${CGROUP}/cpu.max`]: 'max 100000\n' }),
    ).toBe(8);
    expect(availableCores()).toBeGreaterThanOrEqual(1);
  });

  it.each([
    ['200000 100000\n', 2],
    ['150000 100000\n', 2],
    ['20000 100000\n', 1],
    ['9000000 100000\n', 8],
    ['nonsense', 8],
  ])('are the quota of the cgroup, rounded up: %j', (max, cores) => {
    expect(coresWith({ '/proc/self/cgroup': '0::/\n', [`${CGROUP}/cpu.max`]: max })).toBe(cores);
  });

  it('are the least quota of those that its cgroup is in', () => {
    const files = {
      '/proc/self/cgroup': '0::/shops.slice/souk.service\n',
      [`${CGROUP}/shops.slice/cpu.max`]: '300000 100000\n',
      [`${CGROUP}/shops.slice/souk.service/cpu.max`]: 'max 100000\n',
    };
    expect(coresWith(files)).toBe(3);
  });

  it('are the quota of version 1, whose path may lie outside of the container', () => {
    const files = {
      '/proc/self/cgroup': '5:memory:/docker/1\n3:cpu,cpuacct:/docker/1\n',
      [`${CGROUP}/cpu/cpu.cfs_quota_us`]: '250000\n',
      [`${CGROUP}/cpu/cpu.cfs_period_us`]: '100000\n',
    };
    expect(coresWith(files)).toBe(3);
    expect(coresWith({ ...files, [`${CGROUP}/cpu/cpu.cfs_quota_us`]: '-1\n' })).toBe(8);
  });
});
