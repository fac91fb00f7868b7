/** In the place of server/test/git-fixture.ts where tests share their modules (vitest.config.ts). */
throw new Error(
  'Its module tidies up after each test of one file alone; such a test is none of the rules: vitest.config.ts',
)
