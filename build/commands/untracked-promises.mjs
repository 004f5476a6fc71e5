// @ts-check
/**
 * Loaded before each test file. Node's test runner has a hook called at every promise, so that an error which nobody
 * catches is laid at the door of the test that began it; that was a third of the work of tests that ask a database much.
 * Without, such an error fails the file and is told there with its stack, and only the name of its test is missing.
 */
import hooks from 'node:async_hooks'

const { createHook } = hooks
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
