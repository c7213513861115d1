//! Descriptions of endpoints for `OpenAPI`.

use std::marker::PhantomData;

use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::path::{
    Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ArrayBuilder, Schema};
use utoipa::openapi::{Ref, RefOr, Required, ResponseBuilder};
use utoipa::{IntoParams, PartialSchema, ToSchema};

/// Schemas by their names.
type Schemas = Vec<(String, RefOr<Schema>)>;

/// The purpose of an endpoint, its parameters, and its answer.
pub struct Description {
    /// The operation, without its errors.
    pub operation: Operation,
    /// The types that it refers to.
    pub schemas: Schemas,
}

/// The form of an answer.
pub(crate) trait AnswerKind {
    /// The media type.
    const MEDIA_TYPE: &str;

    /// The schema, after adding the schemas that it refers to.
    fn schema(schemas: &mut Schemas) -> RefOr<Schema>;
}

/// One value as JSON.
pub(crate) struct Json<T>(PhantomData<T>);

/// An array of values as JSON.
pub(crate) struct List<T>(PhantomData<T>);

/// A picture.
pub(crate) struct Svg;

/// Text for people.
pub(crate) struct Text;

impl<T: ToSchema> AnswerKind for Json<T> {
    const MEDIA_TYPE: &str = "application/json";

    fn schema(schemas: &mut Schemas) -> RefOr<Schema> {
        reference::<T>(schemas).into()
    }
}

impl<T: ToSchema> AnswerKind for List<T> {
    const MEDIA_TYPE: &str = "application/json";

    fn schema(schemas: &mut Schemas) -> RefOr<Schema> {
        ArrayBuilder::new().items(reference::<T>(schemas)).into()
    }
}

impl AnswerKind for Svg {
    const MEDIA_TYPE: &str = "image/svg+xml";

    fn schema(_: &mut Schemas) -> RefOr<Schema> {
        String::schema()
    }
}

impl AnswerKind for Text {
    const MEDIA_TYPE: &str = "text/plain";

    fn schema(_: &mut Schemas) -> RefOr<Schema> {
        String::schema()
    }
}

fn reference<T: ToSchema>(schemas: &mut Schemas) -> Ref {
    T::schemas(schemas);
    schemas.push((T::name().into_owned(), T::schema()));
    Ref::from_schema_name(T::name())
}

impl Description {
    /// The first line says what it is for; the text after an empty line says more.
    pub(crate) fn new(id: &str, group: &str, path: &str, about: &[&str]) -> Self {
        let more: Vec<&str> = about.iter().skip(2).map(|line| line.trim()).collect();
        let more = Some(more.join("\n")).filter(|more| !more.is_empty());
        let operation = OperationBuilder::new()
            .operation_id(Some(id))
            .tag(group)
            .summary(Some(about[0].trim()))
            .description(more);
        let operation =
            if path.contains("{id}") { operation.parameter(id_parameter()) } else { operation };
        Self { operation: operation.build(), schemas: Vec::new() }
    }

    pub(crate) fn params<T: IntoParams>(mut self) -> Self {
        let params = T::into_params(|| Some(ParameterIn::Query)).into_iter().map(RefOr::T);
        self.operation.parameters.get_or_insert_default().extend(params);
        self
    }

    pub(crate) fn body<T: ToSchema>(mut self) -> Self {
        let content = ContentBuilder::new().schema(Some(reference::<T>(&mut self.schemas))).build();
        let body = RequestBodyBuilder::new().content("application/json", content);
        self.operation.request_body = Some(RefOr::T(body.required(Some(Required::True)).build()));
        self
    }

    pub(crate) fn answer<T: AnswerKind>(mut self) -> Self {
        let content = ContentBuilder::new().schema(Some(T::schema(&mut self.schemas))).build();
        let response = ResponseBuilder::new().content(T::MEDIA_TYPE, content).build();
        self.operation.responses.responses.insert("200".to_owned(), RefOr::T(response));
        self
    }
}

fn id_parameter() -> Parameter {
    let number = ParameterBuilder::new().name("id").parameter_in(ParameterIn::Path);
    number.required(Required::True).schema(Some(u32::schema())).build()
}
