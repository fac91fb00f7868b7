/**
 * Names what the pipeline makes; kept HTML of another version is not used. To be changed with
 * every change of the output: the pipeline's test knows when that is. It stands apart from the
 * pipeline so that the main thread does not load it.
 */
export const RENDERER_VERSION = '2'
